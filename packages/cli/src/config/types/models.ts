import type { PriceList } from "@diglot/core";

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
  /** When it was made, for lists of models: seconds since 1970. @default 0 */
  readonly created?: number | undefined;
  /** Whose it is, for lists of models. @default "diglot" */
  readonly ownedBy?: string | undefined;
  /** Of `embedded`: milliseconds after each word. @default 0 for echo, 30 for eliza */
  readonly wordDelay?: number | undefined;
  /** US dollars per million tokens. A list by date has a member `from` in each entry. The page about the ledger explains `accepts` and `mediaTokens`. */
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
