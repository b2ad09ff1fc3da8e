import type { Model, PriceList } from "@diglot/core";

/** A gateway: what it serves, to whom, and what it keeps. Only `models` or `upstreams` is required. */
export interface GatewayConfig {
  /** Where an editor finds the description of this file. It has no effect. */
  readonly $schema?: string | undefined;
  /** The address to listen on; `0.0.0.0` for every network of the machine. @default "127.0.0.1" */
  readonly host?: string | undefined;
  /** The port to listen on; 0 for any that is free. A text of digits, such as "${PORT:-8787}", is taken too. @default 8787 */
  readonly port?: number | string | undefined;
  /** The services behind the gateway, by names of your own. */
  readonly upstreams?: Readonly<Record<string, UpstreamConfig>> | undefined;
  /** The models that are served. A config in JavaScript or TypeScript may hold models of its own. */
  readonly models?: readonly (ModelConfig | Model)[] | undefined;
  /** The keys of callers, beside those that are issued by the admin endpoints. */
  readonly keys?: readonly KeyConfig[] | undefined;
  /** Serves everyone without a key. Only for your own machine. @default false */
  readonly allowAnonymous?: boolean | undefined;
  /** What accounts may use and spend, by their ids. */
  readonly accounts?: Readonly<Record<string, AccountConfig>> | undefined;
  /** What happens to requests of accounts without a budget. @default "unlimited" */
  readonly unknownAccounts?: "unlimited" | "refuse" | undefined;
  /** Refuses to start with a model that has no prices and would therefore be free. @default false */
  readonly requirePrices?: boolean | undefined;
  /** Where issued keys, usage and idempotency keys are kept. @default in memory, lost with the process */
  readonly store?: StoreConfig | undefined;
  /** Requests and tokens per minute, and concurrent requests. */
  readonly limits?: LimitsConfig | undefined;
  /** Endpoints for administrators, below `/admin`. @default none */
  readonly admin?: AdminConfig | undefined;
  /** A page that shows what the gateway does, at `/inspector`. It needs `admin`. @default false */
  readonly inspector?: boolean | InspectorConfig | undefined;
  /** Whether `/healthz` and `/readyz` are served. @default true */
  readonly health?: boolean | undefined;
  /** Whether `/metrics` is served, for Prometheus. @default false */
  readonly metrics?: boolean | MetricsConfig | undefined;
  /** The lines that are written about requests. */
  readonly log?: LogConfig | undefined;
  /** How requests are served. */
  readonly service?: ServiceConfig | undefined;
  /** Milliseconds that running requests have to end when the gateway stops or is reloaded. @default 30000 */
  readonly drainTimeout?: number | undefined;
}

/** A service behind the gateway. */
export interface UpstreamConfig {
  /** Its address: for Messages with or without `/v1`, for Chat Completions with its version, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** The format that it speaks. @default found out at the start, by asking it */
  readonly format?: "messages" | "chat-completions" | undefined;
  /** Its key. @default none is sent */
  readonly apiKey?: string | undefined;
  /** Whether every model that it lists is served under its own name, beside those in `models`. @default false */
  readonly allModels?: boolean | undefined;
  /** How the key is sent. @default "x-api-key" for Messages, "bearer" for Chat Completions */
  readonly credential?: "x-api-key" | "api-key" | "bearer" | undefined;
  /** What it is, if it is well known; it sets the capabilities. */
  readonly preset?: PresetName | undefined;
  /** What it supports, where it differs from its preset or the default of its format. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
  /** Headers for every request to it. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The name of a header that carries the id of each attempt. @default none */
  readonly attemptIdHeader?: string | undefined;
  /** How long it may take. */
  readonly timeouts?: UpstreamTimeoutsConfig | undefined;
  /** How requests are translated for it. */
  readonly translation?: Readonly<Record<string, unknown>> | undefined;
  /** Whether callers read what it says about a request that it refuses. @default "show" */
  readonly upstreamErrors?: "show" | "hide" | undefined;
  /** Whether callers read its own names of models. @default false */
  readonly revealModel?: boolean | undefined;
}

/** The upstreams whose capabilities are known. */
export type PresetName =
  | "anthropic"
  | "openai"
  | "vllm"
  | "ollama"
  | "llamaCpp"
  | "openRouter"
  | "mistral"
  | "deepSeek";

/** How long an upstream may take, in milliseconds. */
export interface UpstreamTimeoutsConfig extends TimeoutConfig {
  /** Until the head of its answer. */
  readonly connect?: number | undefined;
}

/** A model that callers can ask for. It has exactly one of `upstream`, `fallback`, `balance` and `embedded`. */
export interface ModelConfig {
  /** The name by which callers ask for it. */
  readonly id: string;
  /** The name of the upstream that serves it. */
  readonly upstream?: string | undefined;
  /** Ids of models, asked in this order until one answers. */
  readonly fallback?: readonly string[] | undefined;
  /** Models among which requests are distributed, by their ids. */
  readonly balance?: readonly (string | BalanceMember)[] | undefined;
  /** A small model that is part of the package. */
  readonly embedded?: "echo" | "eliza" | undefined;
  /** Its name at the upstream. @default the id */
  readonly model?: string | undefined;
  /** Further names; one that ends in `*` stands for every name with that prefix. */
  readonly aliases?: readonly string[] | undefined;
  /** Its name in lists of models. @default the id */
  readonly displayName?: string | undefined;
  /** US dollars per million tokens. A list by date has a member `from` in each entry. */
  readonly prices?: PriceList | undefined;
  /** The most tokens that it reads. */
  readonly contextWindow?: number | undefined;
  /** What it supports, where it differs from its upstream. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
  /** Calls it again if it fails before its first event. @default false */
  readonly retry?: boolean | RetryConfig | undefined;
  /** How long each attempt may take. */
  readonly timeout?: TimeoutConfig | undefined;
  /** When a member of `balance` is set aside. */
  readonly health?: HealthConfig | undefined;
  /** Whether callers cannot ask for it, because it only stands behind other models. @default false */
  readonly hidden?: boolean | undefined;
}

/** A model and its share of the requests. */
export interface BalanceMember {
  /** Its id. */
  readonly model: string;
  /** Only the ratio to the other weights matters. @default 1 */
  readonly weight?: number | undefined;
}

/** How often a model is called again. Times are milliseconds. */
export interface RetryConfig {
  /** Attempts after the first. @default 2 */
  readonly retries?: number | undefined;
  /** The longest wait before the first retry; it doubles with each further one. @default 500 */
  readonly baseDelay?: number | undefined;
  /** Where the doubling stops. @default 8000 */
  readonly maximumDelay?: number | undefined;
  /** The longest wait that an upstream may ask for. @default 30000 */
  readonly maximumRetryAfter?: number | undefined;
  /** Also retries when the model may already have run, which may cost twice. @default false */
  readonly retryUncertain?: boolean | undefined;
}

/** How long a model may take, in milliseconds. */
export interface TimeoutConfig {
  /** Until its first event. */
  readonly firstEvent?: number | undefined;
  /** Between two events. */
  readonly betweenEvents?: number | undefined;
  /** For the whole reply. */
  readonly total?: number | undefined;
}

/** When a member of a balanced model is set aside. */
export interface HealthConfig {
  /** After how many failures in a row. @default 3 */
  readonly failures?: number | undefined;
  /** For how many milliseconds. @default 30000 */
  readonly setAside?: number | undefined;
}

/** A key of a caller. */
export interface KeyConfig {
  /** The secret that the caller presents, at least 8 characters. */
  readonly key: string;
  /** A name that may be logged. */
  readonly id: string;
  /** The account that pays. @default the id */
  readonly accountId?: string | undefined;
  /** The models that it may use, by id. @default "all" */
  readonly models?: "all" | readonly string[] | undefined;
  /** Its own limits. */
  readonly limits?: RateLimitsConfig | undefined;
}

/** What an account may use and spend. */
export interface AccountConfig {
  /** Limits that all of its keys share. */
  readonly limits?: RateLimitsConfig | undefined;
  /** Money that it is given, once for each id. */
  readonly credits?: readonly CreditConfig[] | undefined;
  /** What it may spend in each period. */
  readonly budgets?: readonly BudgetConfig[] | undefined;
}

/** Money that an account is given. */
export interface CreditConfig {
  /** Unique among all credits; one whose id is known is not given again. */
  readonly id: string;
  /** US dollars, such as "10.00". */
  readonly usd: string;
  /** A note, for those who read the credits. */
  readonly note?: string | undefined;
}

/** What an account may spend in each period. */
export interface BudgetConfig {
  /** How often it renews. */
  readonly period: "day" | "week" | "month";
  /** US dollars, such as "10.00". */
  readonly usd: string;
  /** Where its periods begin. @default "UTC" */
  readonly timeZone?: string | undefined;
}

/** Limits; what is absent is not limited. */
export interface RateLimitsConfig {
  /** Requests per minute. */
  readonly requestsPerMinute?: number | undefined;
  /** Input tokens per minute, including those from a cache. */
  readonly inputTokensPerMinute?: number | undefined;
  /** Output tokens per minute. */
  readonly outputTokensPerMinute?: number | undefined;
  /** Requests that may run at once. */
  readonly concurrentRequests?: number | undefined;
}

/** Where issued keys, usage and idempotency keys are kept. */
export interface StoreConfig {
  /** What kind of store it is. */
  readonly type: "memory" | "sqlite" | "postgres";
  /** Of `sqlite`: the file, relative to the working directory. */
  readonly path?: string | undefined;
  /** Of `sqlite`: what a committed change survives: the end of the process, or of the machine. @default "process" */
  readonly durability?: "process" | "power" | undefined;
  /** Of `postgres`: where the database is, such as `postgres://user@host/database`. */
  readonly url?: string | undefined;
  /** Of `postgres`: the schema of the tables. @default "diglot" */
  readonly schema?: string | undefined;
  /** Of `postgres`: the most connections. @default 10 */
  readonly connections?: number | undefined;
}

/** Limits of keys, accounts and the process. */
export interface LimitsConfig {
  /** Limits of each key that has none of its own. */
  readonly keys?: RateLimitsConfig | undefined;
  /** Limits of each account that has none of its own. */
  readonly accounts?: RateLimitsConfig | undefined;
  /** Requests that may run at once in this process. @default 1000 */
  readonly concurrentRequests?: number | undefined;
  /** A Redis that counts for all instances, such as `redis://127.0.0.1:6379`. @default each process counts for itself */
  readonly redis?: string | undefined;
  /** What all names in Redis begin with. @default "diglot" */
  readonly prefix?: string | undefined;
  /** What happens while Redis cannot be reached. @default "refuse" */
  readonly whenDown?: "refuse" | "memory" | undefined;
}

/** Endpoints for administrators. */
export interface AdminConfig {
  /** What administrators present, at least 16 characters. */
  readonly credential: string;
}

/** What the page of the inspector keeps, in memory. */
export interface InspectorConfig {
  /** How many requests. @default 1000 */
  readonly keepRequests?: number | undefined;
  /** Whether prompts and outputs are kept too. @default false */
  readonly capture?: boolean | undefined;
}

/** The endpoint for Prometheus. */
export interface MetricsConfig {
  /** What Prometheus presents as a bearer token, at least 16 characters. @default everyone may read */
  readonly credential?: string | undefined;
  /** Whose names are labels; each name is a time series of its own. @default [] */
  readonly name?: readonly ("account" | "key")[] | undefined;
}

/** The lines that are written about requests. */
export interface LogConfig {
  /** The least important lines that are written; `silent` for none. @default "info" */
  readonly level?: "debug" | "info" | "warn" | "error" | "silent" | undefined;
  /** `json` for programs, `pretty` for people. @default "pretty" on a terminal, otherwise "json" */
  readonly format?: "json" | "pretty" | undefined;
}

/** How requests are served. */
export interface ServiceConfig {
  /** What comes before `/v1` in paths, such as `/api`. @default "" */
  readonly basePath?: string | undefined;
  /** `strict` also refuses what the real services are known to refuse. @default "open" */
  readonly validation?: "open" | "strict" | undefined;
  /** What happens to fields that a model's format cannot carry. */
  readonly unsupported?: UnsupportedConfig | undefined;
  /** What a reply costs whose caller leaves. @default "bill-observed" */
  readonly onCallerGone?: "bill-observed" | "drain" | "refund" | undefined;
  /** Hosts under which the gateway may be called, beside loopback ones. */
  readonly allowedHosts?: "*" | readonly string[] | undefined;
  /** Origins of web pages that may call. */
  readonly allowedOrigins?: "*" | readonly string[] | undefined;
  /** The longest times that a model may take, in milliseconds. */
  readonly timeouts?: TimeoutConfig | undefined;
  /** The most bytes of a request body. @default 33554432 */
  readonly bodyBytes?: number | undefined;
  /** Milliseconds of silence after which a stream sends a heartbeat. @default 15000 */
  readonly pingInterval?: number | undefined;
  /** The token limit of a request that sets none. @default 32000 */
  readonly defaultMaxTokens?: number | undefined;
  /** Milliseconds for which an idempotency key is kept. @default 86400000 */
  readonly idempotencyRetention?: number | undefined;
}

/** What happens to fields that a model's format cannot carry. */
export interface UnsupportedConfig {
  /** `policy` refuses a loss that would mislead the caller, `warn` only what cannot be left out, `strict` every loss. @default "policy" */
  readonly default?: "policy" | "warn" | "strict" | undefined;
  /** The same for single fields, by their names with dots and without indexes, such as `tools.strict`. */
  readonly fields?: Readonly<Record<string, "warn" | "refuse">> | undefined;
}
