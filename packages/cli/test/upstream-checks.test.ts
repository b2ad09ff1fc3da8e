import type { IncomingMessage } from "node:http";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it, onTestFinished } from "vitest";
import { upstreamList } from "../src/admin/wire/upstreams.js";
import { checkUpstream, type WatchedUpstream } from "../src/gateway/upstreams/check-upstream.js";
import { type GatewayConfig, startGateway } from "../src/index.js";
import { newFile, run } from "./command.js";
import { closedPort, type Routes, serve } from "./servers.js";
import { noteChecks } from "./upstream-checks.js";

const apiKey = "sk-upstream-canary-1";
const credential = "an-administrators-credential";
const refusal = { error: { type: "invalid_request_error", message: "model: is required" } };

/** A server of Chat Completions that wants a key. */
function chatRoutes(header = "authorization", value = `Bearer ${apiKey}`): Routes {
  const guard = (reply: object) => (request: IncomingMessage) =>
    request.headers[header] === value
      ? { status: 200, ...reply }
      : { status: 401, json: { error: { message: `wrong key ${request.headers[header]}` } } };
  return {
    "GET /v1/models": guard({ json: { object: "list", data: [{ id: "large" }] } }),
    "POST /v1/chat/completions": guard({ status: 400, json: refusal }),
    "*": { status: 404, json: { error: { message: "Not Found" } } },
  };
}

function upstreamAt(
  baseUrl: string,
  change: object = {},
  models: WatchedUpstream["models"] = [],
): WatchedUpstream {
  const config = { baseUrl, format: "chat-completions", apiKey, ...change } as const;
  return { name: "far", baseUrl, config, models };
}

describe("checkUpstream", () => {
  it("finds an upstream that can be used", async () => {
    const baseUrl = `${await serve(chatRoutes())}/v1`;
    const models = [{ id: "main", name: "large" }];
    expect(await checkUpstream(upstreamAt(baseUrl, {}, models))).toEqual({
      state: "ready",
      unlistedModels: [],
    });
  });

  it("asks with each key, and says which of them is refused", async () => {
    const baseUrl = `${await serve(chatRoutes())}/v1`;
    const several = { apiKey: undefined, apiKeys: [apiKey, "sk-wrong-canary"] };
    const found = await checkUpstream(upstreamAt(baseUrl, several));
    expect(found).toMatchObject({ state: "ready" });
    expect(found?.problem).toMatch(/^keys\[1\]: \S+ refuses the key\./);
    expect(found?.problem).not.toContain("canary");
    const wrong = { apiKey: undefined, apiKeys: ["sk-wrong-canary", "sk-other-canary"] };
    expect(await checkUpstream(upstreamAt(baseUrl, wrong))).toMatchObject({
      state: "key_refused",
      problem: expect.stringMatching(/^\S+ refuses the key\./),
    });
  });

  it("asks an upstream of Responses at its own endpoint", async () => {
    const routes = chatRoutes();
    const { "POST /v1/chat/completions": guard, ...others } = routes;
    const baseUrl = `${await serve({ ...others, "POST /v1/responses": guard! })}/v1`;
    const upstream = upstreamAt(baseUrl, { format: "responses" });
    expect(await checkUpstream(upstream)).toEqual({ state: "ready", unlistedModels: [] });
    expect(await checkUpstream(upstreamAt(baseUrl))).toEqual({
      state: "other_format",
      unlistedModels: [],
      problem: `${baseUrl} speaks responses, but its \`format\` in the config is chat-completions.`,
    });
  });

  it("finds models that it does not list", async () => {
    const baseUrl = `${await serve(chatRoutes())}/v1`;
    const models = [
      { id: "main", name: "lagre" },
      { id: "other", name: "large" },
    ];
    expect(await checkUpstream(upstreamAt(baseUrl, {}, models))).toEqual({
      state: "ready",
      unlistedModels: ["main"],
      problem: `${baseUrl} does not list the model lagre, but only large.`,
    });
  });

  it.each([
    ["in the header of Azure", { credential: "api-key" }, ["api-key", apiKey]],
    ["in a header of its own", { apiKey: undefined, headers: { "x-own": "v" } }, ["x-own", "v"]],
  ] as const)("sends the key as the config says: %s", async (_case, change, [header, value]) => {
    const baseUrl = `${await serve(chatRoutes(header, value))}/v1`;
    expect(await checkUpstream(upstreamAt(baseUrl, change))).toMatchObject({ state: "ready" });
  });

  it("finds a key that is refused, and does not repeat it", async () => {
    const baseUrl = `${await serve(chatRoutes())}/v1`;
    const found = await checkUpstream(upstreamAt(baseUrl, { apiKey: "sk-wrong-canary" }));
    expect(found).toMatchObject({ state: "key_refused" });
    expect(JSON.stringify(found)).not.toContain("canary");
  });

  it("finds another format than the config says", async () => {
    const baseUrl = `${await serve(chatRoutes())}/v1`;
    expect(await checkUpstream(upstreamAt(baseUrl, { format: "messages" }))).toEqual({
      state: "other_format",
      unlistedModels: [],
      problem: `${baseUrl} speaks chat-completions, but its \`format\` in the config is messages.`,
    });
  });

  it.each([
    ["nothing listens there", "unreachable", undefined],
    ["it is no server of models", "not_a_model_server", { status: 200, text: "Hello" }],
    ["it is not ready", "not_ready", { status: 503, json: { error: "loading" } }],
  ] as const)("finds that %s", async (_case, state, reply) => {
    const origin = reply ? await serve({ "*": reply }) : `http://127.0.0.1:${await closedPort()}`;
    expect(await checkUpstream(upstreamAt(`${origin}/v1`))).toMatchObject({ state });
  });

  it("cannot ask an address with a query", async () => {
    expect(await checkUpstream(upstreamAt("http://127.0.0.1:1/v1?version=1"))).toBeUndefined();
  });
});

/** A gateway with an upstream that refuses its key, and one that is as it should be. */
async function brokenConfig(): Promise<GatewayConfig & { readonly port: number }> {
  const baseUrl = `${await serve(chatRoutes())}/v1`;
  const format = "chat-completions";
  return {
    port: 0,
    admin: { credential },
    inspector: true,
    keys: [{ id: "me", key: "sk-gateway-0123456789" }],
    upstreams: {
      far: { baseUrl, format, apiKey: "sk-wrong-canary" },
      near: { baseUrl, format, apiKey },
    },
    models: [
      { id: "small", upstream: "far" },
      { id: "large", upstream: "near" },
    ],
  };
}

async function startWith(config: GatewayConfig) {
  const { events, reporter } = noteChecks();
  const gateway = await startGateway(config, { reporter });
  onTestFinished(() => gateway.close({ timeout: 0 }));
  const get = async (path: string, method = "GET") =>
    (await gateway.service.request(path, { method, headers: { "x-api-key": credential } })).json();
  return { gateway, events, get };
}

describe("a gateway", () => {
  it("finds out in the background which upstreams cannot be used, and is ready all the same", async () => {
    const { gateway, events, get } = await startWith(await brokenConfig());
    expect((await gateway.service.request("/readyz")).status).toBe(200);
    await expect.poll(() => events.length).toBe(2);
    const { data } = await get("/admin/upstreams");
    expect(data).toMatchObject([
      {
        ...{ object: "upstream", name: "far", state: "key_refused" },
        problem: expect.stringContaining("refuses the key"),
        models: [{ id: "small", name: "small", is_unlisted: false, last_success_at: null }],
      },
      { name: "near", state: "ready", problem: null, models: [{ id: "large" }] },
    ]);
    const { notes } = await get("/inspector/requests");
    expect(notes).toEqual([
      { text: expect.stringMatching(/^The upstream far: .*refuses the key/) },
    ]);
    expect(JSON.stringify([data, notes, events])).not.toContain("canary");
  });

  it("answers as it describes itself", async () => {
    const { events, get } = await startWith(await brokenConfig());
    await expect.poll(() => events.length).toBe(2);
    expect(upstreamList.parse(await get("/admin/upstreams"))).toMatchObject({ object: "list" });
    const described = await get("/openapi.json");
    expect(described.components.schemas.Upstreams).toMatchObject({ type: "object" });
    expect(Object.keys(described.paths)).toContain("/admin/upstreams/check");
    const { valid } = await new Validator().validate(described);
    expect(valid).toBe(true);
  });

  it("asks again when an administrator wants to know", async () => {
    const routes: Record<string, object> = { ...chatRoutes() };
    const baseUrl = `${await serve(routes as Routes)}/v1`;
    const { events, get } = await startWith({
      ...(await brokenConfig()),
      upstreams: { far: { baseUrl, format: "chat-completions", apiKey } },
      models: [{ id: "large", upstream: "far" }],
    });
    await expect.poll(() => events.length).toBe(1);
    for (const path of Object.keys(routes)) routes[path] = { status: 503, json: {} };
    const { data } = await get("/admin/upstreams/check", "POST");
    expect(data).toMatchObject([{ state: "not_ready" }]);
    expect(events.map(({ state }) => state)).toEqual(["ready", "not_ready"]);
  });

  it("keeps what it knows of an upstream over a reload that changes another one", async () => {
    const broken = await brokenConfig();
    const { gateway, events, get } = await startWith(broken);
    await expect.poll(() => events.length).toBe(2);
    const nearOf = async () =>
      (await get("/admin/upstreams")).data.find(({ name }: { name: string }) => name === "near");
    const before = await nearOf();
    expect(before).toMatchObject({ state: "ready", checked_at: expect.any(String) });
    const upstreams = { ...broken.upstreams, far: { ...broken.upstreams?.far, apiKey: "sk-new" } };
    await gateway.reload({ ...broken, upstreams } as typeof broken);
    expect(await nearOf()).toEqual(before);
  });

  it("asks nobody if the config says so", async () => {
    let asked = 0;
    const baseUrl = await serve({
      "*": () => {
        asked += 1;
        return { status: 404 };
      },
    });
    const { get } = await startWith({
      ...(await brokenConfig()),
      checkUpstreams: false,
      upstreams: { far: { baseUrl, format: "messages" } },
      models: [{ id: "small", upstream: "far" }],
    });
    expect(await get("/admin/upstreams")).toEqual({ object: "list", data: [], next: null });
    expect(asked).toBe(0);
  });
});

describe("diglot serve --check --ask", () => {
  it("prints what each upstream is good for, and ends with 1 if one cannot be used", async () => {
    const file = newFile("diglot.config.json", await brokenConfig());
    const { code, stdout, stderr } = await run(["serve", "--check", "--ask", file]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout.slice(stdout.indexOf("\n") + 1).replace(/\d{5}/, "80")).toMatchInlineSnapshot(`
      "Upstream  State        Model
      far       key refused  small
      near      ready        large
      far: http://127.0.0.1:80/v1 refuses the key. Correct it: \`apiKey\` in a config, otherwise --upstream-key or DIGLOT_UPSTREAM_KEY.
      "
    `);
  });

  it("ends with 0 if all can be used, and checks the file also when it is not told so", async () => {
    const config = await brokenConfig();
    const upstreams = { near: config.upstreams?.near };
    const models = [{ id: "large", upstream: "near" }];
    const file = newFile("diglot.config.json", { ...config, upstreams, models });
    const { code, stdout } = await run(["serve", "--ask", file]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("near      ready  large\n")]);
  });
});

describe("diglot status", () => {
  it("prints what a running gateway knows, and asks again on request", async () => {
    const { gateway, events } = await startWith(await brokenConfig());
    await expect.poll(() => events.length).toBe(2);
    const env = { DIGLOT_ADMIN_CREDENTIAL: credential, DIGLOT_URL: gateway.baseUrl };
    for (const args of [["status"], ["status", "--ask"]]) {
      const { code, stdout } = await run(args, { env });
      expect([code, stdout]).toEqual([1, expect.stringMatching(/^far +key refused +small\n/m)]);
    }
    const { stdout } = await run(["status", "--json"], { env });
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ name: "far" }, { name: "near" }] });
  });

  it("says that there are no upstreams, and ends with 0", async () => {
    const models = [{ id: "echo", embedded: "echo" }] as const;
    const { gateway } = await startWith({ ...(await brokenConfig()), upstreams: {}, models });
    const args = ["status", "--url", gateway.baseUrl, "--credential", credential];
    expect(await run(args)).toMatchObject({ code: 0, stdout: "There are no upstreams.\n" });
  });
});
