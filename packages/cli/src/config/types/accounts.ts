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
  /** What it may spend of its account's money. */
  readonly budgets?: readonly BudgetConfig[] | undefined;
  /** From when on it is refused: a time with its zone, such as "2027-01-01T00:00:00Z". @default never */
  readonly expiresAt?: string | undefined;
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

/** What an account or a key may spend in each period. */
export interface BudgetConfig {
  /** How often it renews; `total` never does, and is for keys only: the total of an account is its credits. */
  readonly period: "day" | "week" | "month" | "total";
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
