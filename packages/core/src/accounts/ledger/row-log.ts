import { checkValue } from "../../validation/check-options.js";
import { whole } from "../../validation/values.js";
import type { FinalRow } from "./ledger.js";
import type { RowPage, RowQuery } from "./records.js";

/** The final rows of a ledger in memory, in the order in which they became final; the oldest are forgotten. */
export interface RowLog {
  has(attemptId: string): boolean;
  push(row: FinalRow): void;
  /** A cursor that points to a forgotten row continues with the oldest that is kept. @throws TypeError for an invalid query */
  page(query: RowQuery): RowPage;
  /** The rows that are kept, oldest first. */
  all(): readonly FinalRow[];
}

/** The least number of forgotten rows that are cut off together. */
const cutTogether = 1_000;

/** A log that keeps the newest `keep` rows. */
export function createRowLog(keep: number): RowLog {
  const ids = new Set<string>();
  let rows: FinalRow[] = [];
  /** The oldest row that is kept; the ones before it are forgotten and wait to be cut off. */
  let head = 0;
  /** How many rows have been cut off; cursors count from the first row ever. */
  let cutOff = 0;

  function forgetOldest(): void {
    for (; rows.length - head > keep; head++) {
      const oldest = rows[head];
      if (oldest) ids.delete(oldest.attemptId);
    }
    // Each cut copies no more than it removes, so that a row costs the same however many are kept.
    if (head < cutTogether || head * 2 < rows.length) return;
    rows = rows.slice(head);
    cutOff += head;
    head = 0;
  }

  return {
    has: (attemptId) => ids.has(attemptId),
    push(row) {
      rows.push(row);
      ids.add(row.attemptId);
      forgetOldest();
    },
    page({ after, limit, accountId }) {
      const most = checkRowLimit(limit);
      const page: FinalRow[] = [];
      let index = Math.max(head, toPosition(after) - cutOff);
      for (; index < rows.length && page.length < most; index++) {
        const row = rows[index];
        if (row && (accountId === undefined || row.accountId === accountId)) page.push(row);
      }
      return { rows: page, next: String(cutOff + index) };
    },
    all: () => rows.slice(head),
  };
}

function toPosition(cursor = "0"): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new TypeError(`${JSON.stringify(cursor)} is not a cursor of this ledger.`);
}

/**
 * Checks how many rows one page may have; the default is 1,000.
 * @throws TypeError
 */
export function checkRowLimit(limit = 1_000): number {
  checkValue("limit", limit, whole(1, 10_000));
  return limit;
}
