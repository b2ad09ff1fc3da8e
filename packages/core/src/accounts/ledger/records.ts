import type { UsageCounts } from "../../conversation/usage/usage.js";
import { port } from "../../validation/objects.js";
import type { AccountQuery } from "../account-list.js";
import type { Budget, BudgetName, BudgetStatus } from "./budget.js";
import type { FinalRow, Ledger } from "./ledger.js";

/** What an account may spend, in nano-dollars. `limit - spent - reserved` is left. */
export interface Balance {
  /** All credits together; absent if the account has no limit. */
  readonly limit?: number | undefined;
  readonly spent: number;
  /** Reserved by running attempts. */
  readonly reserved: number;
}

/** Money that is added to an account. */
export interface Credit {
  /** Unique; a credit whose id already exists is not given again. */
  readonly id: string;
  readonly accountId: string;
  /** A whole number; negative to take back. */
  readonly nanoDollars: number;
  readonly note?: string | undefined;
}

/** Which final rows are read. */
export interface RowQuery {
  /** `next` of the previous page. @default from the first row */
  readonly after?: string | undefined;
  /** 1 to 10,000. @default 1,000 */
  readonly limit?: number | undefined;
  readonly accountId?: string | undefined;
}

/**
 * Final rows in the order in which they became final. A cursor stays valid, and no row ever appears
 * before one that was already read, whatever runs at the same time.
 */
export interface RowPage {
  readonly rows: readonly FinalRow[];
  /** Where the next page begins, even if it is still empty; pass it as `after`. */
  readonly next: string;
}

/** What usage is summed by. Attempts without an end user or a session are a group with an empty name. */
export type UsageGroup = "day" | "model" | "key" | "account" | "end_user" | "session";

/** Which final rows are summed, by the time they were opened. */
export interface UsageQuery {
  readonly accountId?: string | undefined;
  /** Milliseconds since 1970, included. */
  readonly from: number;
  /** Milliseconds since 1970, not included. */
  readonly to: number;
  readonly groupBy: readonly UsageGroup[];
}

/** The sum of all rows of one group. Members that are not in `groupBy` are absent. */
export interface UsageSum extends UsageCounts {
  /** `2026-11-21`, in UTC. */
  readonly day?: string | undefined;
  readonly model?: string | undefined;
  readonly keyId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly endUser?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Attempts that were sent: all final rows except released ones. */
  readonly attempts: number;
  readonly costNanoDollars: number;
  /** When the newest of these attempts was opened: milliseconds since 1970. */
  readonly lastUsedAt: number;
}

/** The usage records of a ledger, for its owner. */
export interface LedgerRecords {
  balance(accountId: string): Promise<Balance>;
  /**
   * Adds to what an account may spend, once for each id. The first credit gives the account a limit. An
   * amount or a sum that is not a safe whole number rejects and changes nothing.
   * @throws TypeError if the id belongs to a credit of another amount or another account
   */
  credit(credit: Credit): Promise<Balance>;
  /**
   * The ids of the accounts that have a credit or a budget, or were used, in the order of code points.
   * @throws TypeError for an invalid limit
   */
  listAccounts(query?: AccountQuery): Promise<readonly string[]>;
  /**
   * Sets what an account or one of its keys may spend in each period, from now on: what was used
   * before does not count. A budget that is there keeps what was used of it; if that is more than its
   * new amount, it refuses until it renews.
   * @throws TypeError for an invalid budget
   */
  setBudget(budget: Budget): Promise<void>;
  /** Removes a budget and what was used of it; `false` if there is none. @throws TypeError for an invalid name */
  removeBudget(name: BudgetName): Promise<boolean>;
  /** The budgets of an account and of its keys, sorted by `sortBudgets`. */
  budgets(accountId: string): Promise<readonly BudgetStatus[]>;
  /** @throws TypeError for an invalid cursor */
  rows(query?: RowQuery): Promise<RowPage>;
  /** Sums in the order of the groups' names; days ascend. */
  usage(query: UsageQuery): Promise<readonly UsageSum[]>;
  /** How many rows are open. */
  countOpen(): Promise<number>;
  /** The position of a named reader; `undefined` at first. */
  readCursor(name: string): Promise<string | undefined>;
  writeCursor(name: string, cursor: string): Promise<void>;
}

/** The check of a ledger's usage records. */
export const validRecords = /* @__PURE__ */ port<LedgerRecords>(
  "a ledger that can be read, such as createMemoryLedger() and unlike withOutbox()",
  "balance",
  "credit",
  "listAccounts",
  "setBudget",
  "removeBudget",
  "budgets",
  "rows",
  "usage",
  "readCursor",
  "writeCursor",
);

/** A ledger that can be read. */
export interface LedgerStore extends Ledger, LedgerRecords {}
