import { createHttpServer } from "@diglot/adapter-node-http";
import {
  createMemoryKeys,
  createService,
  defineModel,
  type Model,
  type ReporterEvent,
  thinking,
  toolCall,
} from "@diglot/core";
import { responses } from "@diglot/responses";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { listen } from "@diglot/test-support/servers";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type Gateway,
  type GatewayConfig,
  type GatewayOptions,
  startGateway,
} from "../src/index.js";
import { noteChecks } from "./upstream-checks.js";

/** A gateway on a free port, until the test ends. */
async function startWith(config: GatewayConfig, options?: GatewayOptions): Promise<Gateway> {
  const gateway = await startGateway({ port: 0, keys: [{ id: "me", key }], ...config }, options);
  onTestFinished(() => gateway.close({ timeout: 0 }));
  return gateway;
}

/** An upstream of these models that keeps connections, and how many it has. */
async function serveModels(...models: readonly Model[]) {
  const keys = createMemoryKeys([{ key: "sk-upstream-1" }]);
  const server = createHttpServer(createService({ models, keys }));
  server.keepAliveTimeout = 600_000;
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    socket.on("close", () => {
      connections -= 1;
    });
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}/v1`;
  const upstream = { baseUrl, format: "messages", apiKey: "sk-upstream-1" } as const;
  return { upstream, connections: () => connections };
}

const large = defineModel("large", async function* () {
  yield "I am large.";
});

describe("an upstream with several keys", () => {
  it("answers although one of them is refused, and shows which, but no key", async () => {
    const { upstream } = await serveModels(large);
    const apiKeys = ["sk-canary-revoked", "sk-upstream-1"];
    const { baseUrl } = upstream;
    const events: ReporterEvent[] = [];
    const { service } = await startWith(
      {
        upstreams: { far: { baseUrl, apiKeys } },
        models: [{ id: "large", upstream: "far" }],
        admin: { credential: "an-administrators-credential" },
        inspector: true,
      },
      { reporter: (event) => void events.push(event) },
    );
    for (let index = 0; index < 8; index++) {
      const messages = [{ role: "user", content: `Question ${index}` }];
      const response = await service.request(
        ...requestOf("messages", { model: "large", messages }),
      );
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining("I am large."),
      ]);
    }
    const keys = events.flatMap((one) =>
      one.type === "attempt_ended" ? [[one.attempt.upstreamKey, one.attempt.end]] : [],
    );
    expect(keys.filter(([name]) => name === "keys[0]")).toEqual([["keys[0]", "upstream_error"]]);
    expect(keys.filter(([name]) => name === "keys[1]")).toHaveLength(8);
    const headers = { authorization: "Bearer an-administrators-credential" };
    const shown = await service.request("/inspector/requests", { headers });
    expect(await shown.text()).not.toContain("canary");
    expect(JSON.stringify(events)).not.toContain("canary");
  });
});

describe("an upstream that speaks only Responses", () => {
  /** The address of a service that answers at no other path of a model. */
  async function serveResponses() {
    const model = defineModel("far-1", async function* ({ conversation }) {
      yield `Heard ${conversation.turns.map(({ role }) => role).join(" and ")}.`;
    });
    const keys = createMemoryKeys([{ key: "sk-upstream-1" }]);
    const service = createService({ models: [model], keys, formats: [responses()] });
    const server = createHttpServer(service);
    return `http://127.0.0.1:${await listen(server)}/v1`;
  }

  const callers = [
    ["/v1/messages", { max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }],
    ["/v1/chat/completions", { messages: [{ role: "user", content: "Hi" }] }],
    ["/v1/responses", { input: "Hi" }],
  ] as const;

  async function expectServed(config: GatewayConfig): Promise<void> {
    const { service } = await startWith(config);
    for (const [path, body] of callers) {
      const headers = {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(path === "/v1/messages" && { "anthropic-version": "2023-06-01" }),
      };
      const [model] = (config.models ?? []).map((one) => one.id);
      const text = JSON.stringify({ model: model ?? "far-1", ...body });
      const response = await service.request(path, { method: "POST", headers, body: text });
      expect(await response.text()).toContain("Heard user.");
    }
  }

  it("serves callers of all formats, as the config says", async () => {
    const baseUrl = await serveResponses();
    const far = { baseUrl, format: "responses", apiKey: "sk-upstream-1" } as const;
    const models = [{ id: "mine", upstream: "far", model: "far-1" }];
    await expectServed({ upstreams: { far }, models });
  });

  it("serves them too where its format and its models are found out", async () => {
    const baseUrl = await serveResponses();
    const far = { baseUrl, allModels: true, apiKey: "sk-upstream-1" };
    await expectServed({ upstreams: { far } });
  });
});

describe("the reasoning of an upstream", () => {
  /** What the upstream gets as the second turn, if this model was asked for the first one. */
  async function secondTurnOf(
    upstreams: Readonly<Record<string, object>>,
    [first, second]: readonly [string, string],
  ): Promise<string> {
    const turns: string[] = [];
    const reasoner = defineModel("reasoner", async function* ({ conversation }) {
      turns.push(JSON.stringify(conversation.turns));
      yield thinking("A clue.", { signature: "c2lnbmF0dXJl" });
      yield toolCall({ name: "look", id: "call_1" });
    });
    const { upstream } = await serveModels(reasoner);
    const all = Object.entries(upstreams).map(([name, one]) => [name, { ...upstream, ...one }]);
    const models = Object.keys(upstreams).map((name) => ({
      ...{ id: name, upstream: name, model: "reasoner" },
    }));
    const { service } = await startWith({ upstreams: Object.fromEntries(all), models });
    const ask = async (model: string, messages: readonly object[]) => {
      const tools = [{ type: "function", function: { name: "look", parameters: {} } }];
      const request = requestOf("chat-completions", { model, tools, messages });
      return (await service.request(...request)).json();
    };
    const question = { role: "user", content: "Who was it?" };
    const { choices } = await ask(first, [question]);
    const { tool_calls } = choices[0].message;
    const call = { role: "assistant", content: null, tool_calls };
    const result = { role: "tool", tool_call_id: tool_calls[0].id, content: "A hat." };
    await ask(second, [question, call, result]);
    return turns[1] ?? "";
  }

  it("is kept for itself alone, if it is to be kept", async () => {
    const upstreams = { one: { reasoningStore: true }, other: { reasoningStore: true } };
    expect(await secondTurnOf(upstreams, ["one", "one"])).toContain("A clue.");
    expect(await secondTurnOf(upstreams, ["one", "other"])).not.toContain("A clue.");
  });

  it("is not kept unless the config says so, nor beyond the bytes that it says", async () => {
    expect(await secondTurnOf({ one: {} }, ["one", "one"])).not.toContain("A clue.");
    const small = { one: { reasoningStore: { maxBytes: 1 } } };
    expect(await secondTurnOf(small, ["one", "one"])).not.toContain("A clue.");
  });
});

it("a gateway that closes lets go of its connections to upstreams at once", async () => {
  const { upstream, connections } = await serveModels(large);
  const gateway = await startWith({
    upstreams: { remote: upstream },
    models: [{ id: "large", upstream: "remote" }],
    transport: { idleTimeout: 600_000 },
    checkUpstreams: false,
  });
  const answer = await gateway.service.request(...requestOf("messages", { model: "large" }));
  expect(await answer.text()).toContain("I am large.");
  expect(connections()).toBe(1);
  await gateway.close();
  await until(() => connections() === 0);
});

it("what is listed for all models of an upstream is what its other models are looked for in", async () => {
  const { upstream } = await serveModels(large);
  const { events, reporter } = noteChecks();
  await startWith(
    {
      upstreams: { remote: { ...upstream, allModels: true } },
      models: [{ id: "mine", upstream: "remote", model: "lagre" }],
    },
    { reporter },
  );
  expect(events).toMatchObject([
    {
      unlistedModels: ["mine"],
      problem: expect.stringContaining(`${upstream.baseUrl} does not list the model lagre`),
    },
  ]);
});

it("an upstream that lists the alias of another model is a mistake of the config as a whole", async () => {
  const { upstream } = await serveModels(large);
  const refused = startWith({
    upstreams: { remote: { ...upstream, allModels: true } },
    models: [{ id: "echo", embedded: "echo", aliases: ["large"] }],
  });
  await expect(refused).rejects.toMatchObject({
    name: "ConfigError",
    problems: [{ path: [], message: expect.stringContaining('two models have the name "large"') }],
  });
});
