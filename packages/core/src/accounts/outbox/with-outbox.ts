import { type Clock, systemClock } from "../../runtime/clock.js";
import { inTime } from "../../runtime/within.js";
import { isAnswer } from "../bookkeeper/ledger-health.js";
import type { FinalRow, Ledger, OpenRow, Reservation } from "../ledger/ledger.js";
import { openRow, releaseRow, settleRow } from "../ledger/rows.js";
import { createBoundedOutbox } from "./bounded-outbox.js";
import { createHandOver } from "./hand-over.js";
import { createLedgerLink } from "./ledger-link.js";
import type { Outbox } from "./outbox.js";

/** How far a service goes on without its ledger. */
export interface OutboxOptions {
  /** Rows in the outbox above which no more are let in. @default 10_000 */
  readonly maxRows?: number | undefined;
  /**
   * What all rows that were opened without the ledger may cost together, in nano-dollars: nobody
   * checks their budgets. An open row counts with its worst case, one that has ended with its cost.
   * @default no bound
   */
  readonly maxNanoDollars?: number | undefined;
  /** Milliseconds that the ledger has to answer before it counts as down; below `ledgerTimes.reserve`. @default 1_000 */
  readonly patience?: number | undefined;
  /** Milliseconds between two tries to reach a ledger that is down; below the lease. @default 2_000 */
  readonly retry?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** A ledger that goes on in an outbox while the one behind it is down. */
export interface SpoolingLedger extends Ledger {
  /** Hands over what can be handed over, and says how many rows the outbox still holds. Never rejects. */
  flush(): Promise<number>;
  /** Hands over once more and ends the tries; rows that are left wait for the next process. */
  close(): Promise<void>;
}

/** A row of this process that has not ended. */
interface Running {
  row: OpenRow;
  /** Whether it lives in the outbox. Its reservation may be in the ledger as well. */
  isSpooled: boolean;
  /** Its end is being written: no sign of life may follow. */
  isEnding: boolean;
}

/**
 * The policy of those who would rather serve unchecked than not at all. While the ledger does not
 * answer, rows go to the outbox, durable before anything is sent, and what has ended goes there too;
 * when the ledger answers again, every row is handed over, exactly once by its attempt id. Refusals
 * of the ledger stay refusals.
 *
 * Budgets are not checked meanwhile; the two bounds say how much that may come to. The outbox belongs
 * to one process. What a former one has left there is handed over with the first reservation, or by
 * `flush`; a row that it left open is recovered.
 */
export function withOutbox(
  ledger: Ledger,
  outbox: Outbox,
  options: OutboxOptions = {},
): SpoolingLedger {
  const { clock = systemClock, patience = 1_000, retry = 2_000 } = options;
  const { maxRows = 10_000, maxNanoDollars = Number.POSITIVE_INFINITY } = options;
  const rows = createBoundedOutbox(outbox, { maxRows, maxNanoDollars });
  const running = new Map<string, Running>();
  const handOverAll = createHandOver({
    outbox: rows,
    running: () => running.keys(),
    record: (row) => inTime(clock, patience, () => ledger.record(row)),
    now: () => clock.now(),
  });
  const link = createLedgerLink(ledger, { clock, patience, onDown: retryLater });
  let hasBegun = false;
  let isClosed = false;
  let flushing: Promise<number> | undefined;
  let disarm: (() => void) | undefined;

  function retryLater(): void {
    if (isClosed || disarm) return;
    disarm = clock.after(retry, () => {
      disarm = undefined;
      void flush();
    });
  }

  async function handOver(): Promise<number> {
    try {
      await rows.read();
      if (link.isDown() || (await rows.count()) > 0) {
        // A row that the ledger refuses would say nothing of the ledger.
        await link.tryAgain();
        await handOverAll();
      }
    } catch {
      retryLater();
    }
    return rows.count().catch(() => 0);
  }

  function flush(): Promise<number> {
    flushing ??= handOver().finally(() => {
      flushing = undefined;
    });
    return flushing;
  }

  async function spool(reservation: Reservation): Promise<void> {
    const row = openRow(reservation);
    // Known before it can be found in the outbox, where a row of nobody would be recovered.
    running.set(row.attemptId, { row, isSpooled: true, isEnding: false });
    try {
      await rows.admit(row);
    } catch (error) {
      running.delete(row.attemptId);
      throw error;
    }
  }

  /** Keeps what is known of rows in the outbox; from now on they live there. */
  async function keep(rowsToKeep: readonly Running[]): Promise<void> {
    for (const own of rowsToKeep) {
      if (own.isEnding) continue;
      own.isSpooled = true;
      await rows.put(own.row);
    }
  }

  /** Ends a row where it lives; one that the ledger does not take goes to the outbox as it ended. */
  async function finish(
    attemptId: string,
    toFinal: (row: OpenRow) => FinalRow,
    call: () => Promise<void>,
  ): Promise<void> {
    const own = running.get(attemptId);
    if (!own) return link.ask(call);
    own.isEnding = true;
    if (own.isSpooled) await putFinal(toFinal(own.row));
    else await link.ask(call).catch(() => putFinal(toFinal(own.row)));
    running.delete(attemptId);
  }

  async function putFinal(row: FinalRow): Promise<void> {
    await rows.put(row);
    retryLater();
  }

  return {
    flush,
    async reserve(reservation, lease) {
      if (!hasBegun) void flush();
      hasBegun = true;
      try {
        await link.ask(() => ledger.reserve(reservation, lease));
      } catch (error) {
        if (isAnswer(error)) throw error;
        return spool(reservation);
      }
      const row = openRow(reservation);
      running.set(row.attemptId, { row, isSpooled: false, isEnding: false });
    },
    async heartbeat(heartbeats, lease) {
      const reported = heartbeats.flatMap(({ attemptId, observed }) => {
        const own = running.get(attemptId);
        if (!own || own.isEnding) return [];
        own.row = { ...own.row, sent: true, observed };
        return [own];
      });
      await keep(reported.filter(({ isSpooled }) => isSpooled));
      try {
        // Of all rows: a reservation that came too late may be in the ledger, and needs its lease.
        await link.ask(() => ledger.heartbeat(heartbeats, lease));
      } catch (error) {
        // If the process is lost now, the ledger does not know that they have left.
        await keep(reported.filter(({ isSpooled }) => !isSpooled));
        throw error;
      }
    },
    settle: (settlement) =>
      finish(
        settlement.attemptId,
        (row) => settleRow(row, settlement),
        () => ledger.settle(settlement),
      ),
    release: (attemptId, releasedAt) =>
      finish(
        attemptId,
        (row) => releaseRow(row, releasedAt),
        () => ledger.release(attemptId, releasedAt),
      ),
    async recover() {
      await flush();
      return link.ask(() => ledger.recover(), recoveryTime);
    },
    record: (row) => link.ask(() => ledger.record(row)),
    async close() {
      isClosed = true;
      disarm?.();
      // What runs may have begun before the last rows came.
      await flushing;
      await flush();
    },
  };
}

/** Milliseconds for the recovery of up to 1,000 rows, for which nobody waits. */
const recoveryTime = 60_000;
