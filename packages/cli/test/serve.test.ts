import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import Anthropic from "@anthropic-ai/sdk";
import { until } from "@diglot/test-support/wait";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { newFile, newFolder, type Running, run, start } from "./command.js";

const key = "sk-gateway-canary-1";
const credential = "an-administrators-credential";
const secrets = { GATEWAY_KEY: key, ADMIN_CREDENTIAL: credential };

/** A config of the embedded models, changed. */
const configOf = (members: object = {}) => ({
  port: 0,
  keys: [{ id: "team-a-1", accountId: "team-a", key: `\${GATEWAY_KEY}` }],
  models: [
    { id: "eliza", embedded: "eliza", prices: { input: 1, output: 2 } },
    { id: "echo", embedded: "echo" },
  ],
  ...members,
});

interface Served extends Running {
  readonly origin: string;
  readonly file: string;
  /** The lines of its log, as values. */
  lines(): readonly Record<string, unknown>[];
}

async function serve(config: object, env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const file = newFile("diglot.config.json", config);
  const running = start(["serve", "--config", file], { env: { ...secrets, ...env } });
  const written = await running.untilWritten(/"msg":"listening"/);
  const [origin = ""] = /http:\/\/127[^"]*/.exec(written) ?? [];
  const lines = () =>
    running
      .stdout()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { ...running, origin, file, lines };
}

async function ask(origin: string, change: object = {}): Promise<Response> {
  return fetch(`${origin}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: "echo",
      messages: [{ role: "user", content: "My mother takes care of me." }],
      ...change,
    }),
  });
}

describe("diglot serve", () => {
  it("answers both official clients, in answers and in streams", async () => {
    const { origin } = await serve(configOf());
    const anthropic = new Anthropic({ baseURL: origin, apiKey: key });
    const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: key });
    const content = "I am unhappy.";
    const message = await anthropic.messages
      .stream({ model: "eliza", max_tokens: 50, messages: [{ role: "user", content }] })
      .finalMessage();
    const completion = await openai.chat.completions.create({
      model: "eliza",
      messages: [{ role: "user", content }],
    });
    const answer = "I am sorry to hear that you are unhappy.";
    expect(message.content).toMatchObject([{ type: "text", text: answer }]);
    expect(completion.choices[0]?.message.content).toBe(answer);
  });

  it("writes one line of JSON for each request, without a key or a prompt", async () => {
    const { origin, end, lines, stdout } = await serve(configOf());
    await (await ask(origin)).text();
    await fetch(`${origin}/healthz`);
    expect(await end("SIGTERM")).toEqual([0, null]);
    expect(lines().map(({ msg }) => msg)).toEqual(["listening", "request", "stopping"]);
    expect(lines()[1]).toMatchObject({
      ...{ level: "info", format: "chat-completions", model: "echo", accountId: "team-a" },
      ...{ keyId: "team-a-1", outcome: "answered", status: 200 },
    });
    expect(stdout()).not.toMatch(/canary|mother/);
  });

  it("serves health, metrics, the admin endpoints and the inspector from one port", async () => {
    const admin = { credential: `\${ADMIN_CREDENTIAL}` };
    const { origin, lines, stdout } = await serve(
      configOf({ admin, inspector: true, metrics: true }),
    );
    expect(lines()[0]).toMatchObject({ msg: "listening", inspector: `${origin}/inspector` });
    expect(stdout()).not.toContain("once");
    await (await ask(origin)).text();
    for (const path of ["/healthz", "/readyz", "/inspector"]) {
      expect(await fetch(origin + path)).toMatchObject({ status: 200 });
    }
    const answered = /^diglot_requests_total\{.*diglot_outcome="answered".*\} 1/m;
    const readMetrics = async () => (await fetch(`${origin}/metrics`)).text();
    await until(async () => answered.test(await readMetrics()));
    const url = `${origin}/admin/keys`;
    expect(await fetch(url)).toMatchObject({ status: 401 });
    const issued = await fetch(url, {
      method: "POST",
      headers: { "x-api-key": credential, "content-type": "application/json" },
      body: JSON.stringify({ account_id: "team-b" }),
    });
    const { secret } = (await issued.json()) as { readonly secret: string };
    const models = await fetch(`${origin}/v1/models`, { headers: { "x-api-key": secret } });
    expect(models.status).toBe(200);
  });

  it("serves what asks for nothing under no name that a page of another site could have", async () => {
    const admin = { credential: `\${ADMIN_CREDENTIAL}` };
    const { origin } = await serve(configOf({ admin, inspector: true, metrics: true }));
    const statusOf = async (path: string, host: string) => {
      const asked = request(origin + path, { headers: { host } }).end();
      const [response] = await once(asked, "response");
      response.resume();
      return response.statusCode;
    };
    for (const path of ["/metrics", "/healthz", "/readyz", "/inspector"]) {
      expect([path, await statusOf(path, "evil.example")]).toEqual([path, 403]);
      expect([path, await statusOf(path, "10.1.2.3:8787")]).toEqual([path, 200]);
      expect([path, await statusOf(path, "gateway:8787")]).toEqual([path, 200]);
    }
  });

  it("refuses to serve everyone at an address that others can reach, unless that is said", async () => {
    const open = {
      port: 0,
      host: "0.0.0.0",
      allowAnonymous: true,
      models: [{ id: "echo", embedded: "echo" }],
    };
    const file = newFile("diglot.config.json", open);
    const { code, stderr } = await run(["serve", "--config", file]);
    expect(code).toBe(2);
    expect(stderr).toContain("unless `allowAnonymousFromNetwork` is true");
  });

  it("says at each start and each reload that everyone may call, and is called by its addresses", async () => {
    const open = {
      port: 0,
      host: "0.0.0.0",
      allowAnonymous: true,
      allowAnonymousFromNetwork: true,
      models: [{ id: "echo", embedded: "echo" }],
    };
    const { origin, lines, child, untilWritten } = await serve(open);
    const warned =
      "Everyone who reaches 0.0.0.0 may call without a key (allowAnonymousFromNetwork).";
    expect(lines()[0]).toMatchObject({ level: "warn", msg: warned });
    child.kill("SIGHUP");
    await untilWritten(/"reloaded"/);
    expect(lines().filter(({ msg }) => msg === warned)).toHaveLength(2);
    for (const own of Object.values(networkInterfaces()).flat()) {
      const host = own?.family === "IPv6" ? `[${own.address}]` : own?.address;
      const asked = request(`${origin}/v1/models`, { headers: { host: `${host}:8787` } }).end();
      const [response] = await once(asked, "response");
      expect([host, response.resume().statusCode]).toEqual([host, 200]);
    }
    const rebound = request(`${origin}/v1/models`, { headers: { host: "evil.example" } }).end();
    const [response] = await once(rebound, "response");
    expect(response.resume().statusCode).toBe(403);
  });

  it("shows the metrics only with their credential, where they have one", async () => {
    const { origin } = await serve(configOf({ metrics: { credential: `\${ADMIN_CREDENTIAL}` } }));
    expect(await fetch(`${origin}/metrics`)).toMatchObject({ status: 401 });
    const headers = { authorization: `Bearer ${credential}` };
    expect(await fetch(`${origin}/metrics`, { headers })).toMatchObject({ status: 200 });
  });

  it("listens where its options say, also after a reload", async () => {
    const file = newFile("diglot.config.json", configOf({ port: 1, host: "192.0.2.1" }));
    const running = start(["serve", file, "--port", "0", "--host", "127.0.0.1"], { env: secrets });
    const written = await running.untilWritten(/"msg":"listening"/);
    expect(written).toMatch(/"baseUrl":"http:\/\/127\.0\.0\.1:[1-9]\d*"/);
    running.child.kill("SIGHUP");
    await running.untilWritten(/"msg":"reloaded"/);
  });

  it("lets a running stream end before it stops, and is not ready meanwhile", async () => {
    const { origin, child } = await serve(configOf());
    const response = await ask(origin, { model: "eliza", stream: true });
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    const statuses: number[] = [];
    while (statuses.at(-1) !== 503) {
      statuses.push((await fetch(`${origin}/readyz`)).status);
    }
    expect((await response.text()).trimEnd()).toMatch(/data: \[DONE\]$/);
    expect(await exit).toEqual([0, null]);
  });

  it("cuts a stream that takes longer than drainTimeout, with an error in it", async () => {
    const { origin, end } = await serve(configOf({ drainTimeout: 1 }));
    const response = await ask(origin, { model: "eliza", stream: true });
    const ended = end("SIGTERM");
    expect(await response.text()).toContain('"error"');
    expect(await ended).toEqual([0, null]);
  });

  it.each([
    ["SIGTERM", "SIGTERM"],
    ["SIGTERM", "SIGINT"],
    ["SIGINT", "SIGTERM"],
  ] as const)("ends at once on a second signal: %s, %s", async (first, second) => {
    const { origin, child, untilWritten } = await serve(configOf());
    const response = await ask(origin, { model: "eliza", stream: true });
    const exit = once(child, "exit");
    child.kill(first);
    await untilWritten(/"msg":"stopping"/);
    child.kill(second);
    expect(await exit).toEqual([null, second]);
    await expect(response.text()).rejects.toThrow(TypeError);
  });
});

describe("SIGHUP", () => {
  it("drops no request and cuts no stream, however often it comes", async () => {
    const { origin, child, file, lines, end } = await serve(configOf());
    const running = { stop: false };
    const results: string[] = [];
    const keepAsking = async (change: object, pattern: RegExp) => {
      while (!running.stop) {
        const response = await ask(origin, change);
        const text = await response.text();
        results.push(response.status === 200 && pattern.test(text) ? "answered" : text);
      }
    };
    const askers = [
      ...[1, 2, 3, 4].map(() => keepAsking({}, /"finish_reason":"stop"/)),
      ...[1, 2, 3, 4].map(() =>
        keepAsking({ model: "eliza", stream: true }, /data: \[DONE\]\n\n$/),
      ),
    ];
    const reloads = () => lines().filter(({ msg }) => msg === "reloaded").length;
    for (let reload = 1; reload <= 10; reload++) {
      const more = { id: `new-${reload}`, embedded: "echo" };
      writeFileSync(file, JSON.stringify(configOf({ models: [...configOf().models, more] })));
      child.kill("SIGHUP");
      while (reloads() < reload) await wait(10);
      expect(await ask(origin, { model: more.id })).toMatchObject({ status: 200 });
    }
    running.stop = true;
    await Promise.all(askers);
    expect(new Set(results)).toEqual(new Set(["answered"]));
    expect(results.length).toBeGreaterThan(20);
    expect(await end("SIGTERM")).toEqual([0, null]);
  });

  it.each([
    {
      kind: "TypeScript",
      config: "diglot.config.ts",
      part: ["models.ts", 'import id from "./id.ts"; export default [{ id, embedded: "echo" }];'],
      inner: ["id.ts", 'export default "ID" as string;'],
    },
    {
      kind: "JavaScript",
      config: "diglot.config.mjs",
      part: ["models.mjs", 'import id from "./id.mjs"; export default [{ id, embedded: "echo" }];'],
      inner: ["id.mjs", 'export default "ID";'],
    },
    {
      kind: "CommonJS",
      config: "diglot.config.mjs",
      part: ["models.cjs", 'module.exports = [{ id: require("./id.cjs"), embedded: "echo" }];'],
      inner: ["id.cjs", 'module.exports = "ID";'],
    },
  ] as const)("reads what a config imports again, in $kind", async ({ config, part, inner }) => {
    const cwd = newFolder();
    const write = (name: string, text: string) => writeFileSync(`${cwd}/${name}`, text);
    write("package.json", JSON.stringify({ type: "commonjs" }));
    write(part[0], part[1]);
    write(
      config,
      `import { defineConfig } from "diglot";
      import models from "./${part[0]}";
      export default defineConfig({ port: 0, keys: [{ id: "me", key: "${key}" }], models });`,
    );
    const writeId = (id: string) => write(inner[0], inner[1].replace("ID", id));
    writeId("before");
    const { child, untilWritten } = start(["serve"], { cwd });
    const [origin = ""] = /http:\/\/127[^"]*/.exec(await untilWritten(/"msg":"listening"/)) ?? [];
    expect(await ask(origin, { model: "before" })).toMatchObject({ status: 200 });
    writeId("after");
    child.kill("SIGHUP");
    await untilWritten(/"msg":"reloaded"/);
    expect(await ask(origin, { model: "before" })).toMatchObject({ status: 404 });
    expect(await ask(origin, { model: "after" })).toMatchObject({ status: 200 });
  });

  it("keeps a store in memory, with its keys and its usage", async () => {
    const admin = { credential: `\${ADMIN_CREDENTIAL}` };
    const { origin, child, file, untilWritten } = await serve(configOf({ admin }));
    const headers = { "x-api-key": credential, "content-type": "application/json" };
    const issued = await fetch(`${origin}/admin/keys`, {
      method: "POST",
      headers,
      body: JSON.stringify({ account_id: "team-b" }),
    });
    const { secret } = (await issued.json()) as { readonly secret: string };
    await (await ask(origin)).text();
    const countUsage = async () => {
      const usage = await fetch(`${origin}/v1/usage`, { headers: { "x-api-key": key } });
      return ((await usage.json()) as { readonly data: readonly unknown[] }).data.length;
    };
    await until(async () => (await countUsage()) === 1);
    writeFileSync(file, JSON.stringify(configOf({ admin, models: configOf().models.slice(1) })));
    child.kill("SIGHUP");
    await untilWritten(/"msg":"reloaded"/);
    const models = await fetch(`${origin}/v1/models`, { headers: { "x-api-key": secret } });
    expect(await models.json()).toMatchObject({ data: [{ id: "echo" }] });
    expect(await countUsage()).toBe(1);
  });

  it("refuses a key that is no longer in the config", async () => {
    const { origin, child, file, untilWritten } = await serve(configOf());
    const keys = [{ id: "team-a-2", key: "sk-another-key-1" }];
    writeFileSync(file, JSON.stringify(configOf({ keys })));
    child.kill("SIGHUP");
    await untilWritten(/"msg":"reloaded"/);
    expect(await ask(origin)).toMatchObject({ status: 401 });
  });

  it.each([
    ["is not JSON", "{", /cannot be read/],
    ["has a mistake", configOf({ colour: "red" }), /colour is not known here/],
    ["has another port", configOf({ port: 1 }), /port cannot change while the gateway runs/],
  ])("keeps the config before if the new one %s, and says why", async (_, config, reason) => {
    const { origin, child, file, lines, untilWritten } = await serve(configOf());
    writeFileSync(file, typeof config === "string" ? config : JSON.stringify(config));
    child.kill("SIGHUP");
    await untilWritten(/The new config is not used/);
    expect(lines().at(-1)).toMatchObject({
      level: "error",
      err: { message: expect.stringMatching(reason) },
    });
    expect(await ask(origin)).toMatchObject({ status: 200 });
  });
});

describe("--check", () => {
  it("starts nothing, and ends with code 0 if the file is right", async () => {
    const upstreams = { remote: { baseUrl: "http://127.0.0.1:1/v1", allModels: true } };
    const store = { type: "postgres", url: "postgres://127.0.0.1:1/none" };
    const file = newFile("gateway.json", configOf({ upstreams, store }));
    expect(await run(["serve", "--check", "-c", file], { env: secrets })).toEqual({
      code: 0,
      stdout: `${file} is valid.\n`,
      stderr: "",
    });
  });

  it("takes the file as an argument, too, but not two of them", async () => {
    const [file, other] = [newFile("gateway.json", configOf()), newFile("other.json", configOf())];
    const env = secrets;
    expect(await run(["serve", file, "--check"], { env })).toEqual({
      code: 0,
      stdout: `${file} is valid.\n`,
      stderr: "",
    });
    expect(await run(["serve", file, "-c", other, "--check"], { env })).toEqual({
      code: 2,
      stdout: "",
      stderr: `Two config files are named: ${file} and ${other}.\nA gateway serves one.\n`,
    });
  });

  it("names each mistake with its file and path, and ends with code 2", async () => {
    const models = [
      { id: "a", upstream: "remote" },
      { id: "b", embedded: "parrot" },
    ];
    const file = newFile("gateway.json", configOf({ models, port: "many" }));
    expect(await run(["serve", "--check", "-c", file])).toEqual({
      code: 2,
      stdout: "",
      stderr: [
        `${file}: keys[0].key needs the environment variable GATEWAY_KEY, which is not set`,
        `${file}: port must be a number from 0 to 65535`,
        `${file}: models[1].embedded must be "echo" or "eliza"`,
        `${file}: models[0].upstream "remote" is not in \`upstreams\`; it has none`,
        "",
      ].join("\n"),
    });
  });

  it("also names what only the library refuses", async () => {
    const upstreams = { remote: { baseUrl: "http://127.0.0.1:1", format: "messages" } };
    const models = [{ id: "a", upstream: "remote", capabilities: { speed: "high" } }];
    const file = newFile("gateway.json", configOf({ upstreams, models }));
    const { code, stderr } = await run(["serve", "--check", "-c", file], { env: secrets });
    expect(code).toBe(2);
    expect(stderr).toContain(`${file}: models[0].capabilities.speed is not an option; `);
  });

  it("reads TypeScript and JavaScript, where nothing is installed beside the file", async () => {
    const text = `
      import { defineModel } from "@diglot/core";
      import { defineConfig } from "diglot";
      const keyTYPE = "sk-local-1";
      const own = defineModel("own", async function* () {
        yield "Hello.";
      });
      export default defineConfig({
        keys: [{ id: "me", key }],
        models: [own, { id: "any", fallback: ["own"] }],
      });`;
    for (const [name, type] of [
      ["diglot.config.ts", ": string"],
      ["diglot.config.mjs", ""],
    ] as const) {
      const cwd = newFolder();
      // What `npm init` writes.
      writeFileSync(`${cwd}/package.json`, JSON.stringify({ type: "commonjs" }));
      writeFileSync(`${cwd}/${name}`, text.replace("TYPE", type));
      const { code, stdout, stderr } = await run(["serve", "--check"], { cwd });
      expect({ code, stdout, stderr }).toEqual({
        code: 0,
        stdout: `${name} is valid.\n`,
        stderr: "",
      });
    }
  });

  it.each([
    ["gateway.json", '{\n  "port": 0,\n  "keys": [\n}\n', /gateway\.json:4:1: cannot be read: /],
    ["gateway.mjs", "export default {\n  keys: [,\n};\n", /gateway\.mjs:3:1: cannot be read: /],
    [
      "gateway.ts",
      "export default {\n  port: 0 as number,\n  keys: [\n};\n",
      /gateway\.ts:4:1: cannot be read: /,
    ],
    [
      "gateway.yaml",
      "port: 0",
      /gateway\.yaml is not read: a config is a \.ts, \.mjs, \.js or \.json file\.\n/,
    ],
    [
      "gateway.mjs",
      "export const config = {};",
      /gateway\.mjs: must export the config as default\.\n/,
    ],
    [
      "gateway.mjs",
      "throw new Error('It is broken.');",
      /gateway\.mjs: cannot be read: It is broken\.\n/,
    ],
  ])("says of %s with the text %j that it is no config", async (name, text, message) => {
    const { code, stderr } = await run(["serve", "--check", "-c", newFile(name, text)]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
