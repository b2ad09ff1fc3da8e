import type { AttemptRow, FinalRow, OpenRow } from "../ledger/ledger.js";
import { recoverRow } from "../ledger/rows.js";
import type { Outbox } from "./outbox.js";

/** What handing over needs. */
export interface HandOverParts {
  readonly outbox: Outbox;
  /** The ids of the rows whose attempts run in this process. */
  readonly running: () => Iterable<string>;
  /** Records a row; rejects if the ledger does not accept it. */
  readonly record: (row: FinalRow) => Promise<void>;
  /** Wall time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Rows that are handed over before the outbox is asked again. */
const rowsAtOnce = 500;

/**
 * Moves all rows of an outbox to the ledger, except those whose attempts run here. An open row whose
 * process is gone is recovered. It stops at the first row that the ledger does not accept; rows that
 * were refused come last the next time, so that they do not block the others.
 */
export function createHandOver({ outbox, running, record, now }: HandOverParts) {
  /** How often each row that is still there was refused. */
  const refusals = new Map<string, number>();

  async function findWaiting(): Promise<readonly AttemptRow[]> {
    // Taken before the outbox is asked: an attempt that ends meanwhile is listed as it was before.
    const alive = new Set(running());
    const rows = await outbox.list(alive.size + refusals.size + rowsAtOnce);
    const times = ({ attemptId }: AttemptRow) => refusals.get(attemptId) ?? 0;
    return rows
      .filter(({ state, attemptId }) => state !== "open" || !alive.has(attemptId))
      .sort((one, other) => times(one) - times(other));
  }

  async function handOver(row: AttemptRow): Promise<void> {
    const { attemptId } = row;
    try {
      await record(isOpen(row) ? recoverRow(row, now()) : row);
    } catch (error) {
      refusals.set(attemptId, (refusals.get(attemptId) ?? 0) + 1);
      throw error;
    }
    await outbox.remove(attemptId);
    refusals.delete(attemptId);
  }

  return async function handOverAll(): Promise<void> {
    for (;;) {
      const waiting = await findWaiting();
      if (waiting.length === 0) return;
      for (const row of waiting) await handOver(row);
    }
  };
}

function isOpen(row: AttemptRow): row is OpenRow {
  return row.state === "open";
}
