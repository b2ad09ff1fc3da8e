import { z } from "zod";
import type { GatewayConfig } from "./types.js";

/** A config as a file in JSON can hold it: without models of its own. */
export interface FileConfig extends Omit<GatewayConfig, "models"> {
  readonly models?: readonly FileModel[] | undefined;
}

type FileModel = Exclude<NonNullable<GatewayConfig["models"]>[number], { respond: unknown }>;

const name = z.string().min(1);
const whole = z.int().min(1);
const milliseconds = z.number().positive().max(2_147_483_647);
/** A delay, which may be 0. */
const delay = z.number().min(0);
const secret = (length: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{${length},}$`), {
    error: `must be at least ${length} visible ASCII characters without spaces`,
  });
const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const usd = z.string().regex(/^-?\d{1,7}(\.\d{1,9})?$/, {
  error: 'must be US dollars in a string, such as "10.00"',
});
const anyMembers = z.record(z.string(), z.unknown());

const timeoutShape = {
  firstEvent: milliseconds.optional(),
  betweenEvents: milliseconds.optional(),
  total: milliseconds.optional(),
};
const timeout = z.strictObject(timeoutShape).meta({ id: "TimeoutConfig" });

const upstream = z
  .strictObject({
    baseUrl: httpUrl,
    format: z.enum(["messages", "chat-completions"]).optional(),
    apiKey: name.optional(),
    allModels: z.boolean().optional(),
    credential: z.enum(["x-api-key", "api-key", "bearer"]).optional(),
    preset: z
      .enum([
        "anthropic",
        "openai",
        "vllm",
        "ollama",
        "llamaCpp",
        "openRouter",
        "mistral",
        "deepSeek",
      ])
      .optional(),
    capabilities: anyMembers.optional(),
    headers: z.record(z.string(), z.string()).optional(),
    attemptIdHeader: name.optional(),
    timeouts: z
      .strictObject({ ...timeoutShape, connect: milliseconds.optional() })
      .meta({ id: "UpstreamTimeoutsConfig" })
      .optional(),
    translation: anyMembers.optional(),
    upstreamErrors: z.enum(["show", "hide"]).optional(),
    revealModel: z.boolean().optional(),
  })
  .meta({ id: "UpstreamConfig" });

const dollars = z.number().min(0).max(1_000);
const tokenPrices = {
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
  cacheWriteLong: dollars.optional(),
};
const priceShape = {
  ...tokenPrices,
  longContext: z.strictObject({ ...tokenPrices, above: whole }).optional(),
};
const prices = z.union([
  z.strictObject(priceShape),
  z.array(z.strictObject({ ...priceShape, from: name })).min(1),
]);

const retry = z
  .strictObject({
    retries: z.int().min(0).optional(),
    baseDelay: delay.optional(),
    maximumDelay: delay.optional(),
    maximumRetryAfter: delay.optional(),
    retryUncertain: z.boolean().optional(),
  })
  .meta({ id: "RetryConfig" });

const balanceMember = z
  .strictObject({ model: name, weight: z.number().positive().optional() })
  .meta({ id: "BalanceMember" });

const health = z
  .strictObject({ failures: whole.optional(), setAside: delay.optional() })
  .meta({ id: "HealthConfig" });

const model = z
  .strictObject({
    id: name,
    upstream: name.optional(),
    fallback: z.array(name).min(1).optional(),
    balance: z
      .array(z.union([name, balanceMember]))
      .min(1)
      .optional(),
    embedded: z.enum(["echo", "eliza"]).optional(),
    model: name.optional(),
    aliases: z.array(name).optional(),
    displayName: name.optional(),
    prices: prices.optional(),
    contextWindow: whole.optional(),
    capabilities: anyMembers.optional(),
    retry: z.union([z.boolean(), retry]).optional(),
    timeout: timeout.optional(),
    health: health.optional(),
    hidden: z.boolean().optional(),
  })
  .meta({ id: "ModelConfig" });

const rateLimits = z
  .strictObject({
    requestsPerMinute: whole.optional(),
    inputTokensPerMinute: whole.optional(),
    outputTokensPerMinute: whole.optional(),
    concurrentRequests: whole.optional(),
  })
  .meta({ id: "RateLimitsConfig" });

const key = z
  .strictObject({
    key: secret(8),
    id: name,
    accountId: name.optional(),
    models: z.union([z.literal("all"), z.array(name)]).optional(),
    limits: rateLimits.optional(),
  })
  .meta({ id: "KeyConfig" });

const account = z
  .strictObject({
    limits: rateLimits.optional(),
    credits: z
      .array(
        z.strictObject({ id: name, usd, note: z.string().optional() }).meta({ id: "CreditConfig" }),
      )
      .optional(),
    budgets: z
      .array(
        z
          .strictObject({
            period: z.enum(["day", "week", "month"]),
            usd,
            timeZone: name.optional(),
          })
          .meta({ id: "BudgetConfig" }),
      )
      .optional(),
  })
  .meta({ id: "AccountConfig" });

const store = z
  .strictObject({
    type: z.enum(["memory", "sqlite", "postgres"]),
    path: name.optional(),
    durability: z.enum(["process", "power"]).optional(),
    url: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
    schema: z
      .string()
      .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, {
        error: "must be 1 to 63 lower-case letters, digits and underscores",
      })
      .optional(),
    connections: whole.optional(),
  })
  .meta({ id: "StoreConfig" });

const limits = z
  .strictObject({
    keys: rateLimits.optional(),
    accounts: rateLimits.optional(),
    concurrentRequests: whole.optional(),
    redis: z
      .url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" })
      .optional(),
    prefix: name.optional(),
    whenDown: z.enum(["refuse", "memory"]).optional(),
  })
  .meta({ id: "LimitsConfig" });

const inspector = z
  .strictObject({ keepRequests: whole.optional(), capture: z.boolean().optional() })
  .meta({ id: "InspectorConfig" });

const metrics = z
  .strictObject({
    credential: secret(16).optional(),
    name: z.array(z.enum(["account", "key"])).optional(),
  })
  .meta({ id: "MetricsConfig" });

/** A variable is a text, and an editor sees it before it is replaced. */
const port = z.union([
  z.int().min(0).max(65_535),
  z.string().refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: "must be a number from 0 to 65535",
  }),
]);

const sites = z.union([z.literal("*"), z.array(name)]);

const unsupported = z
  .strictObject({
    default: z.enum(["policy", "warn", "strict"]).optional(),
    fields: z.record(name, z.enum(["warn", "refuse"])).optional(),
  })
  .meta({ id: "UnsupportedConfig" });

const service = z
  .strictObject({
    basePath: z
      .string()
      .regex(/^(\/[^/?#]+)*$/, { error: 'must be empty or a path such as "/api"' })
      .optional(),
    validation: z.enum(["open", "strict"]).optional(),
    unsupported: unsupported.optional(),
    onCallerGone: z.enum(["bill-observed", "drain", "refund"]).optional(),
    allowedHosts: sites.optional(),
    allowedOrigins: sites.optional(),
    timeouts: timeout.optional(),
    bodyBytes: whole.optional(),
    pingInterval: milliseconds.optional(),
    defaultMaxTokens: whole.optional(),
    idempotencyRetention: milliseconds.optional(),
  })
  .meta({ id: "ServiceConfig" });

/** The description of a config. References between its parts are checked by `findBrokenReferences`. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  host: name.optional(),
  port: port.optional(),
  upstreams: z.record(name, upstream).optional(),
  models: z.array(model).optional(),
  keys: z.array(key).optional(),
  allowAnonymous: z.boolean().optional(),
  accounts: z.record(name, account).optional(),
  unknownAccounts: z.enum(["unlimited", "refuse"]).optional(),
  requirePrices: z.boolean().optional(),
  store: store.optional(),
  limits: limits.optional(),
  admin: z
    .strictObject({ credential: secret(16) })
    .meta({ id: "AdminConfig" })
    .optional(),
  inspector: z.union([z.boolean(), inspector]).optional(),
  health: z.boolean().optional(),
  metrics: z.union([z.boolean(), metrics]).optional(),
  log: z
    .strictObject({
      level: z.enum(["debug", "info", "warn", "error", "silent"]).optional(),
      format: z.enum(["json", "pretty"]).optional(),
    })
    .meta({ id: "LogConfig" })
    .optional(),
  service: service.optional(),
  drainTimeout: milliseconds.optional(),
}) satisfies z.ZodType<FileConfig>;
