import type { UsageCounts } from "../../conversation/usage.js";
import type { FinalRow, Ledger } from "./ledger.js";

/** What an account may spend, in nano-dollars. `limit - spent - reserved` is left. */
export interface Balance {
  /** All credits together; absent: the account has no bound. */
  readonly limit?: number | undefined;
  readonly spent: number;
  /** Taken by attempts that run. */
  readonly reserved: number;
}

/** Money that is put on an account. */
export interface Credit {
  /** Unique; a credit whose id is there already is not given again. */
  readonly id: string;
  readonly accountId: string;
  /** A whole number; negative to take back. */
  readonly nanoDollars: number;
  readonly note?: string | undefined;
}

/** Which final rows are read. */
export interface RowQuery {
  /** `next` of the page before; absent: from the first. */
  readonly after?: string | undefined;
  /** 1 to 10,000. @default 1,000 */
  readonly limit?: number | undefined;
  readonly accountId?: string | undefined;
}

/**
 * Final rows in the order in which they became final. A cursor stays valid, and no row ever appears
 * before one that was read already, whatever runs beside it.
 */
export interface RowPage {
  readonly rows: readonly FinalRow[];
  /** Where the next page begins, also if there is nothing yet; pass it as `after`. */
  readonly next: string;
}

/** What usage is summed by. */
export type UsageGroup = "day" | "model" | "key" | "account";

/** Which final rows are summed, by the time they were opened. */
export interface UsageQuery {
  readonly accountId?: string | undefined;
  /** Milliseconds since 1970, included. */
  readonly from: number;
  /** Milliseconds since 1970, not included. */
  readonly to: number;
  readonly groupBy: readonly UsageGroup[];
}

/** The sum of all rows of one group. Members that are not grouped by are absent. */
export interface UsageSum extends UsageCounts {
  /** `2026-11-21`, in UTC. */
  readonly day?: string | undefined;
  readonly model?: string | undefined;
  readonly keyId?: string | undefined;
  readonly accountId?: string | undefined;
  /** Attempts that reached a model: all final rows but those that were released. */
  readonly attempts: number;
  readonly costNanoDollars: number;
}

/** The books as their owner reads them. */
export interface LedgerRecords {
  balance(accountId: string): Promise<Balance>;
  /**
   * Adds to what an account may spend, once for each id. The first gives the account a bound. An
   * amount that is no whole number, or a sum that would be none, rejects and changes nothing.
   * @throws TypeError if another credit has the id: another amount, or for another account
   */
  credit(credit: Credit): Promise<Balance>;
  /** @throws TypeError for a cursor that no page has ended with */
  rows(query?: RowQuery): Promise<RowPage>;
  /** Sums in the order of the groups' names; days ascend. */
  usage(query: UsageQuery): Promise<readonly UsageSum[]>;
  /** How many rows are open. */
  countOpen(): Promise<number>;
  /** How far a named reader has come; `undefined` at first. */
  readCursor(name: string): Promise<string | undefined>;
  writeCursor(name: string, cursor: string): Promise<void>;
}

/** A ledger that can be read. */
export interface LedgerStore extends Ledger, LedgerRecords {}
