/** A key, as the admin endpoints show it. Times are in ISO 8601; what it does not have is null. */
export interface KeyBody {
  readonly object: "key";
  readonly id: string;
  readonly account_id: string;
  readonly name: string | null;
  /** The readable beginning of its newest secret. */
  readonly prefix: string;
  readonly models: "all" | readonly string[];
  readonly limits: LimitsBody | null;
  readonly state: "valid" | "expired" | "revoked";
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** A key with its new secret, which is shown only this once. */
export interface IssuedKeyBody extends KeyBody {
  readonly secret: string;
}

/** A limit on the wire. */
export type LimitName =
  | "requests_per_minute"
  | "input_tokens_per_minute"
  | "output_tokens_per_minute"
  | "concurrent_requests";

/** Limits by their names. */
export type LimitsBody = Readonly<Partial<Record<LimitName, number>>>;

/** The limits of an account; null: it has none. */
export interface AccountLimitsBody {
  readonly object: "account_limits";
  readonly account_id: string;
  readonly limits: LimitsBody | null;
}

/** The amounts that are allowed, used and left: in nano-dollars, and in dollars as a decimal text. */
interface Amounts<Limit extends number | null> {
  readonly limit_nano_dollars: Limit;
  readonly spent_nano_dollars: number;
  readonly reserved_nano_dollars: number;
  readonly available_nano_dollars: Limit;
  readonly limit_usd: Limit extends number ? string : string | null;
  readonly spent_usd: string;
  readonly reserved_usd: string;
  readonly available_usd: Limit extends number ? string : string | null;
}

/** What an account may spend; null stands for no limit. */
export interface BalanceBody extends Amounts<number | null> {
  readonly object: "balance";
  readonly account_id: string;
  readonly currency: "usd";
  /** Absent in the answer to a new credit. */
  readonly budgets?: readonly BudgetBody[];
  /** Absent in the answer to a new credit, and in those of gateways before this member. */
  readonly next_request?: NextRequestBody;
}

/** What happens to the next request that costs something, and which credit or budget decides. */
export interface NextRequestBody {
  readonly outcome: "unlimited" | "limited" | "refused";
  readonly limited_by: string | null;
  readonly available_usd: string | null;
}

/** A budget of an account, or of one of its keys. */
export interface BudgetBody extends Amounts<number> {
  readonly object: "budget";
  readonly account_id: string;
  readonly key_id: string | null;
  readonly period: string;
  readonly time_zone: string;
  readonly begins_at: string | null;
  readonly renews_at: string | null;
}

/** A sum of attempts. Members that it is not grouped by are absent. */
export interface UsageBody {
  readonly object: "usage";
  readonly day?: string;
  readonly model?: string;
  readonly key_id?: string;
  readonly account_id?: string;
  readonly end_user?: string;
  readonly session_id?: string;
  readonly attempts: number;
  readonly input_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly cache_write_long_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_nano_dollars: number;
  readonly cost_usd: string;
  /** When the newest of the attempts began. Absent in the answers of gateways before this member. */
  readonly last_used_at?: string;
}

/** A list, or one page of it. */
export interface ListBody<Item> {
  readonly object: "list";
  readonly data: readonly Item[];
  /** Where the next page begins; null or absent: there is none. */
  readonly next?: string | null;
}

/** The sums of usage, with the days that they cover, both included. */
export interface UsageListBody extends ListBody<UsageBody> {
  readonly start: string;
  readonly end: string;
}
