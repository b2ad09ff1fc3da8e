import { type Clock, systemClock } from "../clock.js";
import { ServiceError } from "../errors/service-error.js";
import type { AttemptRow, Beat, FinalRow, Ledger, OpenRow, Reservation } from "./ledger.js";
import type { Outbox } from "./outbox.js";
import { openRow, recoverRow, releaseRow, settleRow } from "./rows.js";

/** How far a service goes on without its ledger. */
export interface OutboxOptions {
  /** Rows in the outbox above which no more are let in. @default 10_000 */
  readonly maxRows?: number | undefined;
  /**
   * What all rows that were opened without the ledger may cost in the worst case, in nano-dollars:
   * nobody checks their budgets. @default no bound
   */
  readonly maxNanoDollars?: number | undefined;
  /** Milliseconds that the ledger has to answer before it counts as down; below `ledgerTimes.reserve`. @default 1_000 */
  readonly patience?: number | undefined;
  /** Milliseconds between two tries to reach a ledger that is down. @default 2_000 */
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

/**
 * The policy of those who would rather serve unchecked than not at all. While the ledger does not
 * answer, rows go to the outbox, durable before anything is sent, and what has ended goes there too;
 * when the ledger answers again, every row is handed over, exactly once by its attempt id. A row that
 * a former process left open in the outbox is recovered. Refusals of the ledger stay refusals.
 *
 * Budgets are not checked meanwhile; the two bounds say how much that may come to. The outbox
 * belongs to one process.
 */
export function withOutbox(
  ledger: Ledger,
  outbox: Outbox,
  options: OutboxOptions = {},
): SpoolingLedger {
  const { clock = systemClock, patience = 1_000, retry = 2_000 } = options;
  const { maxRows = 10_000, maxNanoDollars = Number.POSITIVE_INFINITY } = options;
  /** The open rows of this process, by attempt id, and whether they live in the outbox. */
  const open = new Map<string, { row: OpenRow; spooled: boolean }>();
  let state: "unknown" | "up" | "down" = "unknown";
  let exposed = 0;
  let flushing: Promise<number> | undefined;
  let disarm: (() => void) | undefined;
  let closed = false;

  /** One call of the ledger. A failure means that it is down; a refusal is an answer. */
  async function ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      const result = await inTime(call, patience, clock);
      if (state === "down") state = "unknown";
      return result;
    } catch (error) {
      if (!ServiceError.is(error)) {
        state = "down";
        retryLater();
      }
      throw error;
    }
  }

  function retryLater(): void {
    if (closed || disarm) return;
    disarm = clock.after(retry, () => {
      disarm = undefined;
      void flush();
    });
  }

  async function spool(reservation: Reservation): Promise<void> {
    const cost = reservation.reservedNanoDollars;
    if (exposed + cost > maxNanoDollars || (await outbox.count()) >= maxRows) {
      throw new Error("The ledger is down and the outbox is full.");
    }
    const row = openRow(reservation);
    await outbox.put(row);
    exposed += cost;
    open.set(row.attemptId, { row, spooled: true });
  }

  /** Ends a row where it lives; one that the ledger does not take goes to the outbox as it ended. */
  async function finish(
    attemptId: string,
    toFinal: (row: OpenRow) => FinalRow,
    call: () => Promise<void>,
  ): Promise<void> {
    const entry = open.get(attemptId);
    if (entry && (entry.spooled || state === "down")) {
      await outbox.put(toFinal(entry.row));
      retryLater();
    } else {
      await ask(call).catch(async (error: unknown) => {
        if (!entry) throw error;
        await outbox.put(toFinal(entry.row));
      });
    }
    open.delete(attemptId);
  }

  async function handOver(row: AttemptRow): Promise<void> {
    if (row.state === "open" && open.has(row.attemptId)) return;
    const final = row.state === "open" ? recoverRow(row, clock.now()) : row;
    await ask(() => ledger.record(final));
    await outbox.remove(row.attemptId);
    exposed = Math.max(0, exposed - row.reservedNanoDollars);
  }

  async function handOverAll(): Promise<number> {
    for (;;) {
      const rows = await outbox.list(open.size + rowsAtOnce);
      const waiting = rows.filter((row) => row.state !== "open" || !open.has(row.attemptId));
      if (waiting.length === 0) break;
      for (const row of waiting) await handOver(row);
    }
    state = "up";
    return outbox.count();
  }

  function flush(): Promise<number> {
    flushing ??= handOverAll()
      .catch(() => {
        retryLater();
        return outbox.count().catch(() => 0);
      })
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  }

  return {
    flush,
    async reserve(reservation, lease) {
      if (state === "unknown") void flush();
      if (state === "down") return spool(reservation);
      try {
        await ask(() => ledger.reserve(reservation, lease));
        open.set(reservation.attemptId, { row: openRow(reservation), spooled: false });
      } catch (error) {
        if (ServiceError.is(error)) throw error;
        await spool(reservation);
      }
    },
    async beat(beats, lease) {
      const elsewhere: Beat[] = [];
      for (const beat of beats) {
        const entry = open.get(beat.attemptId);
        if (entry) entry.row = { ...entry.row, sent: true, observed: beat.observed };
        if (entry?.spooled) await outbox.put(entry.row);
        else elsewhere.push(beat);
      }
      if (elsewhere.length > 0) await ask(() => ledger.beat(elsewhere, lease));
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
      return ask(() => ledger.recover());
    },
    record: (row) => ask(() => ledger.record(row)),
    async close() {
      closed = true;
      disarm?.();
      await flush();
    },
  };
}

/** Rows that are handed over before the outbox is asked again. */
const rowsAtOnce = 100;

/** Gives up waiting, not the call: it may still be committed, which every later call allows for. */
function inTime<T>(call: () => Promise<T>, patience: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const disarm = clock.after(patience, () =>
      reject(new Error("The ledger did not answer in time.")),
    );
    void Promise.resolve().then(call).then(resolve, reject).finally(disarm);
  });
}
