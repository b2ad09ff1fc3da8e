import { createHttpServer, createNodeTransport } from "@diglot/adapter-node-http";
import {
  balanced,
  chatCompletionsUpstream,
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryReasoningStore,
  createService,
  listUpstreamModels,
  messagesUpstream,
  withFallback,
  withRetry,
  withServerTools,
  withTimeout,
} from "@diglot/core";
import { accountEndpoints, adminEndpoints } from "@diglot/core/accounts";
import { createEcho, createEliza } from "@diglot/embedded-models";
import {
  completionsUpstream,
  embeddingsUpstream,
  moderationsUpstream,
  rerankUpstream,
} from "@diglot/endpoints";
import { createInspector, inspectorEndpoints } from "@diglot/inspector";
import { createLimits } from "@diglot/limits";
import { openTelemetry } from "@diglot/opentelemetry";
import { createPostgresStore } from "@diglot/store-postgres";
import { createSqliteStore } from "@diglot/store-sqlite";
import { jsonSearch, searxng, webPages } from "@diglot/web-tools";

/** Some options of the library, and where a config has them. */
export interface OptionSet {
  /** Passes options that nothing has, so that the refusal lists those that there are. */
  readonly pass: (unknown: never) => unknown;
  /** Where the config has members of the same names. */
  readonly at: readonly string[];
  /** Options that a config says with another member, by their names. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Options that a config does not have, and why. */
  readonly leftOut?: Readonly<Record<string, string>>;
}

const isCode = "a file cannot hold a function; embed the library for it";
const forTests = "only tests replace it";
const own = "the gateway has its own";

const echo = createEcho();
const key = { key: "sk-0123456789", id: "key" };
const upstream = { id: "a", baseUrl: "http://127.0.0.1/v1" };
const budget = { accountId: "a", period: "day", nanoDollars: 0 } as const;
const served = { models: [echo], allowAnonymous: true };
const service = createService(served);

const upstreamOptions = {
  at: ["upstreams.x", "models.0"],
  leftOut: { fetch: own, transport: own, countTokens: isCode },
};

/** All options of what a gateway is made of. */
export const optionSets: Readonly<Record<string, OptionSet>> = {
  createService: {
    pass: createService,
    at: ["service", ""],
    elsewhere: {
      ledger: "store",
      idempotency: "store",
      endpoints: "admin",
      reporter: "log",
      documents: "store",
    },
    leftOut: {
      secrets: "the gateway collects those of the whole config",
      authenticate: isCode,
      clock: forTests,
      ids: forTests,
      random: forTests,
    },
  },
  ...nestedInService("timeouts", "sizeLimits", "ledgerTimes", "drain"),
  ...nestedInService("unsupported", "messages", "chatCompletions"),
  messagesUpstream: { pass: messagesUpstream, ...upstreamOptions },
  chatCompletionsUpstream: { pass: chatCompletionsUpstream, ...upstreamOptions },
  embeddingsUpstream: { pass: embeddingsUpstream, ...upstreamOptions },
  rerankUpstream: { pass: rerankUpstream, ...upstreamOptions },
  moderationsUpstream: { pass: moderationsUpstream, ...upstreamOptions },
  completionsUpstream: { pass: completionsUpstream, ...upstreamOptions },
  "timeouts of an upstream": {
    pass: (timeouts) => messagesUpstream({ ...upstream, timeouts }),
    at: ["upstreams.x.timeouts"],
  },
  "translation of an upstream": {
    pass: (translation) => messagesUpstream({ ...upstream, translation }),
    at: ["upstreams.x.translation"],
  },
  listUpstreamModels: {
    pass: (options) => listUpstreamModels(messagesUpstream, options),
    at: ["upstreams.x"],
    leftOut: {
      ...upstreamOptions.leftOut,
      created: "the upstream says it of each model",
      ownedBy: "the upstream says it of each model",
      contextWindow: "the upstream says it of each model",
    },
  },
  createMemoryReasoningStore: {
    pass: createMemoryReasoningStore,
    at: ["upstreams.x.reasoningStore"],
    leftOut: { clock: forTests },
  },
  createEcho: { pass: createEcho, at: ["models.0"] },
  createEliza: { pass: createEliza, at: ["models.0"] },
  withRetry: {
    pass: (options) => withRetry(echo, options),
    at: ["models.0.retry"],
    leftOut: { retryable: isCode },
  },
  withTimeout: { pass: (limits) => withTimeout(echo, limits), at: ["models.0.timeout"] },
  withServerTools: {
    pass: (options) => withServerTools(echo, options),
    at: ["models.0.serverTools"],
  },
  webPages: { pass: webPages, at: ["models.0.serverTools.webFetch"] },
  searxng: {
    pass: (options) => searxng({ url: "http://search.test", ...(options as object) }),
    at: ["models.0.serverTools.webSearch"],
    elsewhere: { url: "models.0.serverTools.webSearch.searxng" },
    leftOut: { fetch: own },
  },
  jsonSearch: {
    pass: jsonSearch,
    at: ["models.0.serverTools.webSearch"],
    leftOut: { fetch: own },
  },
  withFallback: {
    pass: (options) => withFallback([echo], options),
    at: ["models.0"],
    leftOut: { when: isCode },
  },
  balanced: {
    pass: (options) => balanced([echo], options),
    at: ["models.0", "models.0.health"],
  },
  "a member of balanced": {
    pass: (member: object) => balanced([{ ...member, model: echo }]),
    at: ["models.0.balance.0"],
  },
  createMemoryKeys: {
    pass: (option) => createMemoryKeys([option]),
    at: ["keys.0"],
    elsewhere: { accountLimits: "accounts.x.limits" },
  },
  "limits of a key": {
    pass: (limits) => createMemoryKeys([{ ...key, limits }]),
    at: ["keys.0.limits", "accounts.x.limits"],
  },
  "ledger.setBudget": {
    pass: (unknown: object) => createMemoryLedger().setBudget({ ...unknown, ...budget }),
    at: ["keys.0.budgets.0"],
    elsewhere: { nanoDollars: "accounts.x.budgets.0.usd", accountId: "accounts", keyId: "keys" },
  },
  createLimits: { pass: createLimits, at: ["limits"], leftOut: { onError: own } },
  createMemoryLedger: {
    pass: createMemoryLedger,
    at: ["store"],
    elsewhere: { budgets: "accounts.x.credits" },
    leftOut: { clock: forTests },
  },
  createMemoryIdempotency: {
    pass: createMemoryIdempotency,
    at: ["store"],
    elsewhere: { keepKeys: "store.keepIdempotencyKeys", keepBytes: "store.keepIdempotencyBytes" },
    leftOut: { clock: forTests },
  },
  createSqliteStore: { pass: createSqliteStore, at: ["store"], leftOut: { clock: forTests } },
  createPostgresStore: {
    pass: createPostgresStore,
    at: ["store"],
    elsewhere: { query: "store.url" },
  },
  createNodeTransport: { pass: createNodeTransport, at: ["transport"] },
  createHttpServer: {
    pass: (options) => createHttpServer(service, options),
    at: ["server"],
    leftOut: { onError: own },
  },
  createInspector: { pass: createInspector, at: ["inspector"] },
  "capture of an inspector": {
    pass: (capture) => createInspector({ capture }),
    at: ["inspector.capture"],
  },
  inspectorEndpoints: {
    pass: inspectorEndpoints,
    at: ["admin"],
    elsewhere: { inspector: "inspector", ledger: "store" },
    leftOut: {
      hasAdmin: "they are always there",
      hasUpstreams: "they are always there",
      notes: isCode,
      link: "it is made at each start",
    },
  },
  adminEndpoints: {
    pass: adminEndpoints,
    at: ["admin"],
    elsewhere: { keys: "store", ledger: "store" },
  },
  accountEndpoints: { pass: accountEndpoints, at: [], elsewhere: { ledger: "store" } },
  openTelemetry: {
    pass: openTelemetry,
    at: ["telemetry"],
    leftOut: { meterProvider: own, tracerProvider: own },
  },
};

function nestedInService(...names: readonly string[]): Readonly<Record<string, OptionSet>> {
  const sets = names.map((name) => {
    const pass = (unknown: object) => createService({ ...served, [name]: unknown });
    return [`${name} of createService`, { pass, at: [`service.${name}`] }] as const;
  });
  return Object.fromEntries(sets);
}
