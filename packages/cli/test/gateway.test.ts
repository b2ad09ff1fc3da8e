import { Writable } from "node:stream";
import Anthropic from "@anthropic-ai/sdk";
import {
  createMemoryKeys,
  createService,
  defineModel,
  ServiceError,
  thinking,
  toolCall,
} from "@diglot/core";
import { needsPostgres, postgresUrl } from "@diglot/test-support/parts/postgres";
import { needsRedis, redisUrl } from "@diglot/test-support/parts/redis";
import { until } from "@diglot/test-support/wait";
import OpenAI from "openai";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkConfig } from "../src/config/check/check-config.js";
import { runGateway } from "../src/gateway/run-gateway.js";
import {
  ConfigError,
  defineConfig,
  type Gateway,
  type GatewayConfig,
  type GatewayOptions,
  startGateway,
} from "../src/index.js";
import type { LogStream } from "../src/log/log.js";
import { createPrettyLog } from "../src/log/pretty-log.js";
import { newFolder } from "./command.js";
import { closedPort, serveService } from "./servers.js";
import { dropSchema } from "./stores.js";
import { noteChecks } from "./upstream-checks.js";

const key = "sk-gateway-0123456789";
const keys = [{ id: "me", key, accountId: "team-a" }];
const echo = { id: "echo", embedded: "echo" } as const;

/** A gateway on a free port, until the test ends. */
async function startWith(members: GatewayConfig, options?: GatewayOptions): Promise<Gateway> {
  const gateway = await startGateway(defineConfig({ port: 0, keys, ...members }), options);
  onTestFinished(() => gateway.close({ timeout: 0 }));
  return gateway;
}

/** What a model of the gateway says to a client of Chat Completions. */
async function ask({ baseUrl }: Gateway, model: string): Promise<string> {
  const openai = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: key, maxRetries: 0 });
  const messages = [{ role: "user" as const, content: "Who are you?" }];
  const completion = await openai.chat.completions.create({ model, messages });
  return completion.choices[0]?.message.content ?? "";
}

/** The usage by model once so many attempts are settled, which is after their answers. */
async function usageAfter({ service }: Gateway, attempts: number) {
  const headers = { authorization: `Bearer ${key}` };
  let groups: readonly { readonly attempts: number }[] = [];
  await until(async () => {
    const response = await service.request("/v1/usage?group_by=model", { headers });
    ({ data: groups } = await response.json());
    return groups.reduce((sum, group) => sum + group.attempts, 0) === attempts;
  });
  return groups;
}

/** An upstream with these models; each says its name, unless it fails. */
function serveUpstream(...models: readonly (string | { readonly failing: string })[]) {
  const upstreams = models.map((model) =>
    typeof model === "string"
      ? defineModel(model, async function* () {
          yield `I am ${model}.`;
        })
      : defineModel(model.failing, async function* () {
          yield* [];
          throw new ServiceError({ kind: "overloaded", message: "Try again later." });
        }),
  );
  return serveService(
    createService({ models: upstreams, keys: createMemoryKeys([{ key: "sk-upstream-1" }]) }),
  );
}

describe("startGateway", () => {
  it("serves models in code beside models of the config", async () => {
    const own = defineModel("own", async function* () {
      yield "I am own.";
    });
    const gateway = await startWith({ models: [echo, own, { id: "any", fallback: ["own"] }] });
    expect(gateway.models).toEqual(["echo", "own", "any"]);
    expect(await ask(gateway, "any")).toBe("I am own.");
  });

  it("serves several models of one upstream under names and prices of their own", async () => {
    const baseUrl = await serveUpstream("large", "small");
    const gateway = await startWith({
      upstreams: { remote: { baseUrl, format: "messages", apiKey: "sk-upstream-1" } },
      models: [
        { id: "best", upstream: "remote", model: "large", prices: { input: 3, output: 15 } },
        { id: "fast", upstream: "remote", model: "small", aliases: ["quick"] },
      ],
    });
    expect(await ask(gateway, "best")).toBe("I am large.");
    expect(await ask(gateway, "quick")).toBe("I am small.");
    expect(await usageAfter(gateway, 2)).toMatchObject([
      { model: "best", cost_usd: expect.not.stringMatching(/^0\.0*$/) },
      { model: "fast", cost_usd: expect.stringMatching(/^0\.0*$/) },
    ]);
  });

  it("finds out the format and the models of an upstream", async () => {
    const baseUrl = await serveUpstream("large", "small");
    const gateway = await startWith({
      upstreams: { remote: { baseUrl, apiKey: "sk-upstream-1", allModels: true } },
      models: [{ id: "any", balance: [{ model: "large", weight: 1 }] }],
    });
    expect(gateway.models).toEqual(["any", "large", "small"]);
    expect(await ask(gateway, "any")).toBe("I am large.");
  });

  it("checks capabilities when the format is found out", async () => {
    const baseUrl = await serveUpstream("large");
    const remote = { baseUrl, apiKey: "sk-upstream-1", capabilities: { topK: "yes" } };
    const models = [{ id: "large", upstream: "remote", capabilities: { speed: 1, audio: 2 } }];
    await expect(startWith({ upstreams: { remote }, models })).rejects.toMatchObject({
      problems: [
        { path: ["upstreams", "remote", "capabilities", "topK"] },
        { path: ["models", 0, "capabilities", "speed"] },
        { path: ["models", 0, "capabilities", "audio"] },
      ],
    });
  });

  it("falls back to another upstream, and hides models that only stand behind others", async () => {
    const failing = await serveUpstream({ failing: "main" });
    const sound = await serveUpstream("spare");
    const apiKey = "sk-upstream-1";
    const gateway = await startWith({
      upstreams: {
        one: { baseUrl: failing, format: "messages", apiKey },
        two: { baseUrl: `${sound}/v1`, format: "chat-completions", apiKey },
      },
      models: [
        { id: "main", upstream: "one", hidden: true, timeout: { total: 10_000 } },
        { id: "spare", upstream: "two", hidden: true, retry: { retries: 1, baseDelay: 0 } },
        { id: "both", fallback: ["main", "spare"] },
      ],
    });
    expect(gateway.models).toEqual(["both"]);
    expect(await ask(gateway, "both")).toBe("I am spare.");
    await expect(ask(gateway, "spare")).rejects.toMatchObject({ status: 404 });
  });

  it("gives accounts their credits once, and refuses those that have none", async () => {
    const path = `${newFolder()}/usage.sqlite`;
    const members: GatewayConfig = {
      models: [{ ...echo, prices: { input: 1, output: 2 } }],
      keys: [...keys, { id: "you", key: "sk-another-0123456789", accountId: "team-b" }],
      accounts: { "team-a": { credits: [{ id: "first", usd: "1.50" }] } },
      unknownAccounts: "refuse",
      store: { type: "sqlite", path },
    };
    for (const spends of [1, 2]) {
      const gateway = await startGateway({ port: 0, ...members });
      await ask(gateway, "echo");
      const headers = { authorization: `Bearer ${key}` };
      const balance = await gateway.service.request("/v1/balance", { headers });
      expect(await balance.json()).toMatchObject({ limit_usd: "1.500000000" });
      expect(await usageAfter(gateway, spends)).toMatchObject([{ attempts: spends }]);
      const other = new Anthropic({ baseURL: gateway.baseUrl, apiKey: "sk-another-0123456789" });
      const messages = [{ role: "user" as const, content: "Hello?" }];
      await expect(
        other.messages.create({ model: "echo", max_tokens: 10, messages }),
      ).rejects.toMatchObject({ status: 402 });
      await gateway.close();
    }
  });

  it("says which credit was given before with another amount", async () => {
    const store = { type: "sqlite", path: `${newFolder()}/usage.sqlite` } as const;
    const withCredit = (usd: string, timeZone: string) => ({
      ...{ models: [echo], store },
      accounts: {
        "team-a": {
          credits: [{ id: "first", usd }],
          budgets: [{ period: "day" as const, usd: "1.00", timeZone }],
        },
      },
    });
    await startWith(withCredit("1.00", "Europe/Berlin"));
    await expect(startWith(withCredit("2.00", "UTC"))).rejects.toThrow(
      /^config: accounts\["team-a"\]\.credits\[0\] is refused: /,
    );
    await expect(startWith(withCredit("1.00", "Moon/Sea"))).rejects.toThrow(
      /^config: accounts\["team-a"\]\.budgets\[0\]\.timeZone must be /,
    );
  });

  it("limits an account as the config says", async () => {
    const gateway = await startWith({
      models: [echo],
      accounts: { "team-a": { limits: { requestsPerMinute: 1 } } },
    });
    await ask(gateway, "echo");
    await expect(ask(gateway, "echo")).rejects.toMatchObject({ status: 429 });
    await gateway.reload({ port: 0, keys, models: [echo] });
    expect(await ask(gateway, "echo")).toContain("Who are you?");
  });

  it("refuses a key that has expired, and one that has spent its budget", async () => {
    const messages = [{ role: "user" as const, content: "Who are you?" }];
    const gateway = await startWith({
      models: [{ ...echo, prices: { input: 1, output: 1 } }],
      keys: [
        { id: "past", key: "sk-expired-0123456789", expiresAt: "2026-01-01T00:00:00Z" },
        { id: "poor", key: "sk-poor-0123456789", budgets: [{ period: "total", usd: "0" }] },
        { id: "rich", key: "sk-rich-0123456789", budgets: [{ period: "total", usd: "1.00" }] },
      ],
    });
    const statuses = ["sk-expired-0123456789", "sk-poor-0123456789", "sk-rich-0123456789"].map(
      async (apiKey) => {
        const anthropic = new Anthropic({ baseURL: gateway.baseUrl, apiKey, maxRetries: 0 });
        const body = { model: "echo", max_tokens: 10, messages };
        const { response } = await anthropic.messages
          .create(body)
          .withResponse()
          .catch((error: { readonly status: number }) => ({ response: error }));
        return response.status;
      },
    );
    expect(await Promise.all(statuses)).toEqual([401, 402, 200]);
  });

  it("prices the models that an upstream lists", async () => {
    const baseUrl = await serveUpstream("large", "small");
    const gateway = await startWith({
      upstreams: {
        remote: {
          ...{ baseUrl, format: "messages", apiKey: "sk-upstream-1", allModels: true },
          prices: { large: { input: 3, output: 15 } },
        },
      },
    });
    await ask(gateway, "large");
    expect(await usageAfter(gateway, 1)).toMatchObject([
      { model: "large", cost_usd: expect.not.stringMatching(/^0\.0*$/) },
    ]);
  });

  it("keeps an upstream's reasoning over a reload, if it is told to", async () => {
    const turns: string[] = [];
    const reasoner = defineModel("reasoner", async function* ({ conversation }) {
      turns.push(JSON.stringify(conversation.turns));
      yield thinking("A clue.", { signature: "c2lnbmF0dXJl" });
      yield toolCall({ name: "look", id: "call_1" });
    });
    const upstreamKeys = createMemoryKeys([{ key: "sk-upstream-1" }]);
    const baseUrl = await serveService(createService({ models: [reasoner], keys: upstreamKeys }));
    const remote = { baseUrl, format: "messages", apiKey: "sk-upstream-1" } as const;
    const models = [{ id: "reasoner", upstream: "remote" }];
    const config = { models, upstreams: { remote: { ...remote, reasoningStore: true } } };
    const gateway = await startWith(config);
    const openai = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: key, maxRetries: 0 });
    const tools = [{ type: "function" as const, function: { name: "look", parameters: {} } }];
    const question = { role: "user" as const, content: "Who was it?" };
    const first = { model: "reasoner", tools, messages: [question] };
    const answer = (await openai.chat.completions.create(first)).choices[0]?.message;
    await gateway.reload({ port: 0, keys, ...config });
    const call = {
      role: "assistant" as const,
      content: null,
      tool_calls: answer?.tool_calls ?? [],
    };
    const result = { role: "tool" as const, tool_call_id: "call_1", content: "A hat." };
    await openai.chat.completions.create({ ...first, messages: [question, call, result] });
    expect(turns[1]).toContain("A clue.");
  });

  it("serves only the formats of the config", async () => {
    const gateway = await startWith({ models: [echo], service: { formats: ["messages"] } });
    await expect(ask(gateway, "echo")).rejects.toMatchObject({ status: 404 });
  });

  it("knows several administrators", async () => {
    const credential = { ada: "0123456789-of-ada", eve: "0123456789-of-eve" };
    const gateway = await startWith({ models: [echo], admin: { credential } });
    const statuses = [...Object.values(credential), "0123456789-of-bob"].map(async (one) => {
      const headers = { "x-api-key": one };
      return (await gateway.service.request("/admin/keys", { headers })).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
  });

  it.each([
    [{ name: ["account"] }, /diglot_account_id="team-a"/, /diglot_key_id/],
    [{ name: ["key"] }, /diglot_key_id="me"/, /diglot_account_id/],
    [true, /diglot_requests_total/, /diglot_account_id|diglot_key_id/],
  ] as const)(
    "has the labels in its metrics that the config names: %j",
    async (metrics, with_, without) => {
      const gateway = await startWith({ models: [echo], metrics });
      await ask(gateway, "echo");
      await usageAfter(gateway, 1);
      const response = await gateway.service.request("/metrics");
      const text = await response.text();
      expect(text).toMatch(with_);
      expect(text).not.toMatch(without);
    },
  );

  it("shows no secret of its config, neither in its log nor in the inspector", async () => {
    const secrets = {
      admin: "canary-administrator-1",
      metrics: "canary-of-prometheus-1",
      upstream: "canary+of/the+upstream",
      database: "canary.of.redis",
      capture: "canary words",
    };
    const all = [...Object.values(secrets), key].join(", ");
    const talking = defineModel("talking", async function* () {
      yield* [all.slice(0, 30), all.slice(30)];
      throw new Error(`It was ${all}.`);
    });
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const log = createPrettyLog("debug", stream as LogStream);
    const gateway = await startWith(
      {
        models: [talking, { id: "up", upstream: "up" }],
        upstreams: {
          up: { baseUrl: "http://127.0.0.1:1", format: "messages", apiKey: secrets.upstream },
        },
        limits: { redis: `redis://:${secrets.database}@127.0.0.1:1`, whenDown: "memory" },
        admin: { credential: secrets.admin },
        metrics: { credential: secrets.metrics },
        inspector: { capture: { secrets: [secrets.capture] } },
      },
      { log },
    );
    const openai = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: key, maxRetries: 0 });
    const messages = [{ role: "user" as const, content: all }];
    await expect(openai.chat.completions.create({ model: "talking", messages })).rejects.toThrow();
    const look = async (path: string) => {
      const headers = { "x-api-key": secrets.admin };
      return (await gateway.service.request(path, { headers })).json();
    };
    const { requests } = await look("/inspector/requests");
    const shown = JSON.stringify(await look(`/inspector/requests/${requests[0].id}`));
    expect(shown).toContain("[redacted], [redacted]");
    expect(lines.join("")).toContain("It was [redacted], [redacted]");
    for (const secret of [...Object.values(secrets), key, "canary"]) {
      expect(shown).not.toContain(secret);
      expect(lines.join("")).not.toContain(secret);
    }
  });

  it("serves everyone without a key only if it is told to", async () => {
    const gateway = await startWith({ models: [echo], keys: [], allowAnonymous: true });
    const models = await fetch(`${gateway.baseUrl}/v1/models`);
    expect(models.status).toBe(200);
  });

  it("serves below a base path, and is strict if it is told to", async () => {
    const service = {
      basePath: "/api",
      validation: "strict",
      sizeLimits: { bodyBytes: 2_000 },
    } as const;
    const gateway = await startWith({ models: [echo], service });
    expect(gateway.baseUrl).toMatch(/\/api$/);
    expect(await ask(gateway, "echo")).toContain("Who are you?");
    const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        model: "echo",
        messages: [{ role: "user", content: "?".repeat(2_000) }],
      }),
    });
    expect(response.status).toBe(413);
    await gateway.reload({ port: 0, keys, models: [echo], service: { basePath: "/other" } });
    expect(gateway.baseUrl).toMatch(/\/other$/);
    expect(await ask(gateway, "echo")).toContain("Who are you?");
  });

  it("lists all mistakes of a config", async () => {
    const refused = startGateway({ port: 70_000, models: [echo] });
    await expect(refused).rejects.toBeInstanceOf(ConfigError);
    await expect(refused).rejects.toMatchObject({
      problems: [{ path: ["port"] }, { path: ["keys"] }],
    });
  });

  it("says which upstream does not list its models", async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}/v1`;
    const upstreams = { remote: { baseUrl, format: "messages", allModels: true } } as const;
    await expect(startWith({ upstreams })).rejects.toThrow(`${baseUrl} does not list its models.`);
  });

  it.each([false, true])(
    "says at the start which models an upstream does not list, and serves them: allModels is %s",
    async (allModels) => {
      const baseUrl = await serveUpstream("large", "small");
      const remote = { baseUrl, apiKey: "sk-upstream-1", allModels };
      const models = [
        { id: "small", upstream: "remote" },
        { id: "mine", upstream: "remote", model: "lagre" },
        echo,
      ];
      const { events, reporter } = noteChecks();
      const gateway = await startWith({ upstreams: { remote }, models }, { reporter });
      expect(events.map(({ problem }) => problem)).toEqual([
        `${baseUrl}/v1 does not list the model lagre, but 2 others; the nearest is large.`,
      ]);
      expect(gateway.models).toContain("mine");
    },
  );

  it("shows on a terminal which servers are asked, until they have answered", async () => {
    const baseUrl = await serveUpstream("large");
    const apiKey = "sk-upstream-1";
    const upstreams = {
      found: { baseUrl, apiKey },
      listed: { baseUrl: `${baseUrl}/v1`, apiKey, format: "messages", allModels: true },
      known: { baseUrl: "http://127.0.0.1:1/v1", format: "messages" },
    };
    const steps: string[] = [];
    const progress = {
      show: (line: string) => void steps.push(line),
      clear: () => void steps.push("cleared"),
    };
    const check = (given: unknown) => checkConfig(given, "config", {});
    const config = await check({ port: 0, keys, upstreams });
    const gateway = await runGateway(config, check, { progress });
    await gateway.close({ timeout: 0 });
    expect(steps).toEqual([`Asking ${baseUrl}, ${baseUrl}/v1`, "cleared"]);
  });

  it("names all models at once that groups and keys name and nothing has", async () => {
    const baseUrl = await serveUpstream("large", "small");
    const remote = { baseUrl, apiKey: "sk-upstream-1", allModels: true };
    const models = [
      { id: "any", fallback: ["large", "medium"] },
      { id: "small", fallback: ["any"], hidden: true },
    ];
    const named = ["any", "large", "lagre", "small"];
    const config = { upstreams: { remote }, models, keys: [{ id: "me", key, models: named }] };
    await expect(startWith(config)).rejects.toThrow(
      [
        'config: models[0].fallback[1] "medium" is not the id of a model; there are "any", "small", "large"',
        'config: keys[0].models[2] "lagre" is not the id of a model that is served; there are "any", "large"',
        'config: keys[0].models[3] "small" is not the id of a model that is served; there are "any", "large"',
      ].join("\n"),
    );
  });

  it("names the nearest of many models", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `model-${index}`);
    const remote = {
      baseUrl: await serveUpstream(...ids),
      apiKey: "sk-upstream-1",
      allModels: true,
    };
    const models = [{ id: "any", fallback: ["modle-13"] }];
    await expect(startWith({ upstreams: { remote }, models })).rejects.toThrow(
      'models[0].fallback[0] "modle-13" is not the id of a model; the nearest of 21 is "model-13"',
    );
  });

  it("reloads one config after the other, and keeps the last that works", async () => {
    const gateway = await startWith({ models: [echo] });
    const config = (id: string) => ({ port: 0, keys, models: [{ ...echo, id }] });
    const results = await Promise.allSettled([
      gateway.reload(config("one")),
      gateway.reload({ ...config("two"), port: 1 }),
      gateway.reload({ ...config("three"), models: [] }),
      gateway.reload(config("four")),
    ]);
    const statuses = results.map(({ status }) => status);
    expect(statuses).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(gateway.models).toEqual(["four"]);
    expect(await ask(gateway, "four")).toContain("Who are you?");
  });
});

it("takes no other config once it closes", async () => {
  const gateway = await startWith({ models: [echo] });
  const closed = gateway.close();
  const reloaded = gateway.reload({ port: 0, keys, models: [echo] });
  await expect(reloaded).rejects.toThrow("The gateway stops, and takes no other config.");
  await closed;
});

describe("many instances", () => {
  it("share usage in PostgreSQL", needsPostgres, async () => {
    const schema = `cli_${process.pid}_${Date.now()}`;
    const store = { type: "postgres", url: postgresUrl(), schema, connections: 2 } as const;
    const [one, other] = await Promise.all([
      startWith({ models: [echo], store }),
      startWith({ models: [echo], store }),
    ]);
    onTestFinished(() => dropSchema(schema));
    await ask(one, "echo");
    await ask(other, "echo");
    expect(await usageAfter(one, 2)).toMatchObject([{ attempts: 2 }]);
  });

  it("share limits in Redis", needsRedis, async () => {
    const limits = {
      redis: redisUrl,
      prefix: `cli-${process.pid}-${Date.now()}`,
      accounts: { requestsPerMinute: 1 },
    };
    const one = await startWith({ models: [echo], limits });
    const other = await startWith({ models: [echo], limits });
    await ask(one, "echo");
    await expect(ask(other, "echo")).rejects.toMatchObject({ status: 429 });
  });

  it("says that the database cannot be reached", async () => {
    const url = `postgres://postgres@127.0.0.1:${await closedPort()}/none`;
    const started = startWith({ models: [echo], store: { type: "postgres", url } });
    await expect(started).rejects.toThrow(
      /^The store of type "postgres" cannot be opened: .*(cannot be reached|ECONNREFUSED)/,
    );
  });
});
