import { createNodeTransport } from "@diglot/adapter-node-http";
import {
  balanced,
  chatCompletionsFormat,
  chatCompletionsUpstream,
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
  createMemoryReasoningStore,
  createService,
  defineModel,
  messagesFormat,
  messagesUpstream,
  presets,
  withFallback,
  withRetry,
  withTimeout,
} from "@diglot/core";
import { accountEndpoints, adminEndpoints } from "@diglot/core/accounts";
import { strict } from "@diglot/core/strict";
import { createLimits } from "@diglot/limits";
import { openTelemetry } from "@diglot/opentelemetry";
import { createSqliteStore } from "@diglot/store-sqlite";
import { chaos, createFake, createTape, faults, record, replay, withFaults } from "@diglot/testing";
import { limitsContract, tortureContract } from "@diglot/testing/contracts";
import { describe, expect, it } from "vitest";

const prices = { input: 1, output: 2, cacheRead: 0.1 };
const generator = async function* () {
  yield "Hello.";
};
const model = defineModel("m", generator, { prices });
const keys = createMemoryKeys([{ key: "sk-0123456789", accountId: "acme", models: ["m"] }]);
const ledger = createMemoryLedger({ budgets: { acme: 5_000_000_000 } });
const credential = "an-admin-credential";
const baseUrl = "https://api.example/v1";

/** Calls that are right, some of them only just. */
const rightCalls: readonly (readonly [title: string, call: () => unknown])[] = [
  ["a service with the least", () => createService({ models: [model], keys })],
  ["a service of no models", () => createService({ models: [], allowAnonymous: true })],
  [
    "a service with every option",
    () =>
      createService({
        models: [model],
        keys,
        allowedHosts: ["models.example", "192.168.1.5:8080"],
        allowedOrigins: "*",
        cors: { origins: ["https://app.example"], allowHeaders: ["x-trace-*"] },
        ledger,
        ledgerTimes: { reserve: 1_000 },
        requirePrices: true,
        onCallerGone: "drain",
        drain: { bytes: 1_024 },
        idempotency: createMemoryIdempotency({ keepKeys: 10 }),
        idempotencyRetention: 1_000,
        endpoints: [
          ...accountEndpoints({ ledger }),
          ...adminEndpoints({ credential, keys, ledger }),
        ],
        limits: createLimits({ keys: { requestsPerMinute: 5 }, whenDown: "memory" }),
        basePath: "/api/",
        formats: [chatCompletionsFormat, messagesFormat],
        validation: strict,
        sizeLimits: { jsonDepth: 8, bodyBytes: Number.POSITIVE_INFINITY },
        uploadTimeout: 1_000,
        timeouts: { total: Number.POSITIVE_INFINITY },
        unsupported: { default: "warn", fields: { seed: "refuse", "tools.strict": "warn" } },
        pingInterval: 500,
        defaultMaxTokens: 100,
        clock: { now: Date.now, monotonic: () => performance.now(), after: () => () => undefined },
        ids: { create: (prefix) => `${prefix}1` },
        random: () => 0.5,
        reporter: [
          () => undefined,
          openTelemetry({ spansName: ["endUser"], captureContents: { secrets: [/badge/] } }),
        ],
        secrets: ["pw-of-db"],
        messages: { vendor: "acme" },
        chatCompletions: { reasoning: "omit" },
      }),
  ],
  [
    "options that are undefined where absent means the same",
    () =>
      createService({
        models: [model],
        keys,
        reporter: undefined,
        basePath: undefined,
        endpoints: undefined,
      }),
  ],
  [
    "a port that is an object of a class",
    () => createService({ models: [model], keys: new OwnKeys() }),
  ],
  [
    "the ports of a store",
    () => {
      const store = createSqliteStore({ path: ":memory:", clock: { now: Date.now } });
      const service = createService({ models: [model], ...withoutClose(store) });
      store.close();
      return service;
    },
  ],
  [
    "a model with capabilities",
    () => defineModel("m", generator, { capabilities: { images: false, extensions: ["min_p"] } }),
  ],
  [
    "a model of its own making, with more members",
    () => withRetry({ ...model, family: "own" } as typeof model),
  ],
  [
    "an upstream without a key, as the environment has none",
    () => chatCompletionsUpstream({ id: "m", baseUrl, apiKey: undefined }),
  ],
  [
    "an upstream with several keys",
    () => chatCompletionsUpstream({ id: "m", baseUrl, apiKeys: ["sk-1", "sk-2"] }),
  ],
  [
    "an upstream with a preset that is spread",
    () =>
      chatCompletionsUpstream({
        id: "m",
        baseUrl,
        capabilities: { ...presets.vllm, maxOutput: 8_192 },
      }),
  ],
  [
    "an upstream of the preset for Messages",
    () =>
      messagesUpstream({
        id: "m",
        baseUrl: "https://api.example",
        capabilities: presets.anthropic,
      }),
  ],
  [
    "an upstream whose path has the name of an endpoint in it",
    () => messagesUpstream({ id: "m", baseUrl: "https://api.example/messages/v1" }),
  ],
  [
    "an upstream with every option",
    () =>
      messagesUpstream({
        id: "m",
        baseUrl,
        apiKey: "sk-0123456789",
        credential: "bearer",
        model: "big",
        headers: { "X-Team": "a b" },
        attemptIdHeader: "X-Client-Request-Id",
        capabilities: { unsignedThinking: true },
        translation: { lateSystem: "hoist", repair: true },
        timeouts: { firstEvent: 5, betweenEvents: undefined, connect: Number.POSITIVE_INFINITY },
        transport: createNodeTransport({ maxSockets: Number.POSITIVE_INFINITY }),
        aliases: ["big*"],
        displayName: "",
        created: 0,
        ownedBy: "acme",
        prices: [{ from: "2025-01-01", ...prices }],
        contextWindow: 200_000,
        countTokens: (text) => text.length,
        upstreamErrors: "hide",
        reasoningStore: createMemoryReasoningStore({ ttl: 5 }),
      }),
  ],
  [
    "every preset",
    () =>
      Object.entries(presets).map(
        ([name, capabilities]) =>
          name === "anthropic" || chatCompletionsUpstream({ id: name, baseUrl, capabilities }),
      ),
  ],
  [
    "wrappers of wrappers",
    () =>
      withFallback(
        [
          balanced([{ model, weight: 0.5 }, model], { id: "both", failures: 1, sticky: "prefix" }),
          withTimeout(withRetry(model, { retries: 0, baseDelay: 0 }), { total: 5 }),
        ],
        { aliases: [] },
      ),
  ],
  [
    "a fake with every option",
    () =>
      createFake({
        script: ["Hi", ["Hi"], { text: "Hi", fault: faults.cut({ events: 1 }) }],
        model: undefined,
        profile: "lenient",
        keys: ["sk-0123456789"],
        models: ["m"],
        faults: [undefined, faults.overloaded({ message: undefined, retryAfterSeconds: 0.5 })],
        chunks: { seed: 1, upTo: undefined },
        pieces: 3,
        countTokens: (text) => text.length,
        clock: { now: Date.now, monotonic: () => performance.now(), after: () => () => undefined },
        ids: { create: (prefix) => `${prefix}1` },
      }),
  ],
  [
    "a model with faults by chance and by a function",
    () => withFaults(withFaults(model, chaos({ seed: -1, rate: 0 })), () => faults.timeout()),
  ],
  [
    "a recording behind a replay",
    () => {
      const tape = createTape();
      const fallback = record(model, tape, { secrets: ["a name", /a pattern/] });
      return replay(tape, { timing: 0.5, fallback, id: "r", aliases: [], secrets: [] });
    },
  ],
  [
    "contracts with every option",
    () => {
      const open = () => createMemoryLedger();
      tortureContract({ open, requests: 5, seed: 0, atOnce: 1, processes: 1, lease: 0.5 });
      limitsContract(() => ({ store: createMemoryLimits() }), { rates: [], accounts: false });
    },
  ],
  ["limits in memory", () => createMemoryLimits({ concurrentRequestsPerKey: undefined })],
];

class OwnKeys {
  async find() {
    return undefined;
  }
}

function withoutClose({ close: _, ...ports }: ReturnType<typeof createSqliteStore>) {
  return ports;
}

describe("right options", () => {
  it.each(rightCalls)("stay accepted: %s", (_title, call) => {
    expect(call).not.toThrow();
  });
});
