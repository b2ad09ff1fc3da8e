import { ApiError, ask } from "./api.js";

/** A list of the endpoints of administrators. */
interface List<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next: string | null;
}

/** A budget that renews. */
export interface Budget {
  readonly key_id: string | null;
  readonly period: "total" | "month" | "week" | "day";
  readonly time_zone: string;
  readonly renews_at: string | null;
  readonly limit_nano_dollars: number;
  /** The same in dollars, exactly. */
  readonly limit_usd: string;
  readonly spent_nano_dollars: number;
  readonly reserved_nano_dollars: number;
}

const budgetNames = {
  total: "total budget",
  month: "monthly budget",
  week: "weekly budget",
  day: "daily budget",
} as const;

/** A budget by its period, such as `monthly budget`. */
export function nameOfBudget({ period }: Pick<Budget, "period">): string {
  return budgetNames[period];
}

/** What an account may spend. */
export interface Account {
  readonly account_id: string;
  readonly limit_nano_dollars: number | null;
  readonly spent_nano_dollars: number;
  readonly reserved_nano_dollars: number;
  readonly available_nano_dollars: number | null;
  readonly budgets: readonly Budget[];
  /** Absent in answers of services before this member. */
  readonly next_request?: NextRequest;
}

/** What happens to the next request that costs something, and which credit or budget decides. */
export interface NextRequest {
  readonly outcome: "unlimited" | "limited" | "refused";
  readonly limited_by: "credit" | Budget["period"] | null;
}

/** What happens to the next request of an account. */
export function describeNext({ outcome, limited_by: by }: NextRequest): string {
  const budget = by === null || by === "credit" ? by : budgetNames[by];
  if (outcome === "unlimited") return "requests unlimited";
  if (budget === null) return "requests refused: no credit and no budget";
  return outcome === "limited" ? `limited by its ${budget}` : `requests refused: ${budget} used up`;
}

/** A key without its secret. */
export interface Key {
  readonly id: string;
  readonly account_id: string;
  readonly name: string | null;
  readonly prefix: string;
  readonly models: "all" | readonly string[];
  readonly limits: Readonly<Record<string, number>> | null;
  readonly state: "valid" | "expired" | "revoked";
  readonly created_at: string;
  readonly expires_at: string | null;
}

/** A key whose secret is shown this once. */
export interface IssuedKey extends Key {
  readonly secret: string;
}

/** What of a service without endpoints for administrators is said in place of a list. */
export const notMounted =
  "This service has no endpoints for administrators. Pass adminEndpoints with the same credential to createService to see them here.";

/**
 * All entries of a list, page after page.
 * @returns undefined if the service has no endpoints for administrators
 */
export async function listAll<T>(path: string): Promise<readonly T[] | undefined> {
  const all: T[] = [];
  let after: string | null = null;
  try {
    do {
      const query: string = after === null ? "" : `?after=${encodeURIComponent(after)}`;
      const list: List<T> = await ask<List<T>>(path + query);
      all.push(...list.data);
      after = list.has_more ? list.next : null;
    } while (after !== null);
    return all;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
