import { type Clock, systemClock } from "../../runtime/clock.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { PassingMap } from "../../runtime/passing-map.js";
import { inTime } from "../../runtime/within.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { validClock } from "../../validation/runtime-ports.js";
import { limit, positive } from "../../validation/values.js";
import {
  type FinalRow,
  type Heartbeat,
  type Ledger,
  type OpenRow,
  type Reservation,
  type Settlement,
  validLedger,
} from "../ledger/ledger.js";
import { isAnswer } from "../ledger/ledger-health.js";
import { openRow, releaseRow, settleRow } from "../ledger/rows.js";
import { type BoundedOutbox, createBoundedOutbox } from "./bounded-outbox.js";
import { createFlusher, type Flusher } from "./flusher.js";
import { createHandOver } from "./hand-over.js";
import { createLedgerLink, type LedgerLink } from "./ledger-link.js";
import { type Outbox, validOutbox } from "./outbox.js";

/** How far a service may continue without its ledger. */
export interface OutboxOptions {
  /** The most rows in the outbox. When it is full, no further request is admitted. @default 10,000 */
  readonly maxRows?: number | undefined;
  /**
   * What all rows that were opened without the ledger may cost together, in nano-dollars: nobody
   * checks their budgets. An open row counts with its maximum cost, one that has ended with its cost.
   * @default no limit
   */
  readonly maxNanoDollars?: number | undefined;
  /**
   * How many milliseconds the ledger may take to answer before it counts as down; less than `ledgerTimes.reserve`.
   * @default 1,000
   */
  readonly timeout?: number | undefined;
  /** Milliseconds between two attempts to reach a ledger that is down; less than the lease. @default 2,000 */
  readonly retry?: number | undefined;
  /** The source of time. @default the clock of the system */
  readonly clock?: Clock | undefined;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<OutboxOptions>({
    maxRows: limit,
    maxNanoDollars: limit,
    timeout: positive,
    retry: positive,
    clock: validClock,
  }),
);

/** A ledger that uses an outbox while the ledger behind it is down. */
export interface SpoolingLedger extends Ledger {
  /** Hands over what can be handed over, and says how many rows the outbox still holds. Never rejects. */
  flush(): Promise<number>;
  /** Hands over once more and then stops; rows that are left wait for the next process. */
  close(): Promise<void>;
}

/** A row of this process that has not ended. */
interface RunningRow {
  row: OpenRow;
  /** Whether it lives in the outbox. Its reservation may be in the ledger as well. */
  isSpooled: boolean;
  /** Its end is being written: no heartbeat may follow. */
  isEnding: boolean;
}

/** What a ledger with an outbox works with and knows. */
interface Spool {
  readonly ledger: Ledger;
  readonly link: LedgerLink;
  readonly rows: BoundedOutbox;
  /** The rows of this process that have not ended, by attempt id. */
  readonly running: PassingMap<RunningRow>;
  readonly flusher: Flusher;
  /** Whether anything has been reserved; the first reservation hands over what a former process left. */
  hasBegun: boolean;
}

/** The end of a row: its final state, and the call that writes it to the ledger. */
interface RowEnding {
  readonly attemptId: string;
  readonly toFinal: (row: OpenRow) => FinalRow;
  readonly write: () => MaybePromise<void>;
}

/**
 * For services that would rather serve unchecked than not at all. While the ledger does not answer,
 * rows go to the outbox, durable before anything is sent, and so do rows that end. When the ledger
 * answers again, every row is handed over, exactly once by its attempt id. Refusals of the ledger stay
 * refusals.
 *
 * Budgets are not checked in the meantime; the two limits say how much that may cost. The outbox
 * belongs to one process. What an earlier process left in it is handed over with the first
 * reservation, or by `flush`; a row that it left open is recovered.
 *
 * For health checks (`check`) it is ready while it can serve: while the outbox can be read and has room,
 * whatever the ledger does, and otherwise while the ledger answers.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function withOutbox(
  ledger: Ledger,
  outbox: Outbox,
  options: OutboxOptions = {},
): SpoolingLedger {
  checkOptions("withOutbox", ledger, validLedger, "ledger");
  checkOptions("withOutbox", outbox, validOutbox, "outbox");
  checkOptions("withOutbox", options, validOptions);
  const { clock = systemClock, timeout = 1_000, retry = 2_000 } = options;
  const { maxRows = 10_000, maxNanoDollars = Number.POSITIVE_INFINITY } = options;
  const rows = createBoundedOutbox(outbox, { maxRows, maxNanoDollars });
  const running = new PassingMap<RunningRow>();
  const handOverAll = createHandOver({
    outbox: rows,
    running: () => running.keys(),
    record: async (row) => inTime(clock, timeout, () => ledger.record(row)),
    now: () => clock.now(),
  });
  const onDown = () => flusher.flushLater();
  const link = createLedgerLink(ledger, { clock, timeout, onDown });
  const flusher = createFlusher({ rows, link, handOverAll, clock, retry });
  return toLedger({ ledger, link, rows, running, flusher, hasBegun: false });
}

function toLedger(spool: Spool): SpoolingLedger {
  const { ledger, link, flusher } = spool;
  return {
    flush: flusher.flush,
    close: flusher.close,
    reserve: (reservation, lease) => reserve(spool, reservation, lease),
    heartbeat: (heartbeats, lease) => heartbeat(spool, heartbeats, lease),
    settle: (settlement) => settle(spool, settlement),
    release: (attemptId, releasedAt) => release(spool, attemptId, releasedAt),
    async recover() {
      await flusher.flush();
      return link.ask(() => ledger.recover(), recoveryTime);
    },
    record: (row) => link.ask(() => ledger.record(row)),
    check: () => check(spool),
  };
}

/** The outbox is asked first: it is near, and a ledger that hangs would take all the time that there is. */
async function check({ rows, link, ledger }: Spool): Promise<void> {
  try {
    await rows.checkRoom();
  } catch (outboxError) {
    await link
      .ask(() => ledger.check?.())
      .catch((ledgerError: unknown) => {
        const message = "Neither the outbox nor the ledger takes rows.";
        throw new AggregateError([outboxError, ledgerError], message);
      });
  }
}

async function reserve(spool: Spool, reservation: Reservation, lease: number): Promise<void> {
  if (!spool.hasBegun) void spool.flusher.flush();
  spool.hasBegun = true;
  try {
    await spool.link.ask(() => spool.ledger.reserve(reservation, lease));
  } catch (error) {
    if (isAnswer(error)) throw error;
    return reserveInOutbox(spool, reservation);
  }
  const row = openRow(reservation);
  spool.running.set(row.attemptId, { row, isSpooled: false, isEnding: false });
}

async function reserveInOutbox({ rows, running }: Spool, reservation: Reservation): Promise<void> {
  const row = openRow(reservation);
  // Noted before it is in the outbox, where an open row that is not running would be recovered.
  running.set(row.attemptId, { row, isSpooled: true, isEnding: false });
  try {
    await rows.admit(row);
  } catch (error) {
    running.delete(row.attemptId);
    throw error;
  }
}

async function heartbeat(
  spool: Spool,
  heartbeats: readonly Heartbeat[],
  lease: number,
): Promise<void> {
  const reported = heartbeats.flatMap((one) => observe(spool, one));
  await keep(
    spool,
    reported.filter(({ isSpooled }) => isSpooled),
  );
  try {
    // For all rows: a reservation that came too late may be in the ledger, and needs its lease.
    await spool.link.ask(() => spool.ledger.heartbeat(heartbeats, lease));
  } catch (error) {
    // If the process is lost now, the ledger does not know what these attempts have used.
    await keep(
      spool,
      reported.filter(({ isSpooled }) => !isSpooled),
    );
    throw error;
  }
}

/** Records the heartbeat of a row that still runs here; returns that row. */
function observe({ running }: Spool, { attemptId, observed }: Heartbeat): readonly RunningRow[] {
  const own = running.get(attemptId);
  if (!own || own.isEnding) return [];
  own.row = { ...own.row, observed };
  return [own];
}

/** Writes rows to the outbox as they are now; from now on they live there. */
async function keep({ rows }: Spool, rowsToKeep: readonly RunningRow[]): Promise<void> {
  for (const own of rowsToKeep) {
    if (own.isEnding) continue;
    own.isSpooled = true;
    await rows.put(own.row);
  }
}

function settle(spool: Spool, settlement: Settlement): Promise<void> {
  return finishRow(spool, {
    attemptId: settlement.attemptId,
    toFinal: (row) => settleRow(row, settlement),
    write: () => spool.ledger.settle(settlement),
  });
}

function release(spool: Spool, attemptId: string, releasedAt: number): Promise<void> {
  return finishRow(spool, {
    attemptId,
    toFinal: (row) => releaseRow(row, releasedAt),
    write: () => spool.ledger.release(attemptId, releasedAt),
  });
}

/** Ends a row where it lives. One that the ledger does not take goes to the outbox in its final state. */
async function finishRow(spool: Spool, { attemptId, toFinal, write }: RowEnding): Promise<void> {
  const { running, link } = spool;
  const own = running.get(attemptId);
  if (!own) return link.ask(write);
  own.isEnding = true;
  if (own.isSpooled) await putFinal(spool, toFinal(own.row));
  else await link.ask(write).catch(() => putFinal(spool, toFinal(own.row)));
  running.delete(attemptId);
}

async function putFinal({ rows, flusher }: Spool, row: FinalRow): Promise<void> {
  await rows.put(row);
  flusher.flushLater();
}

/** Milliseconds for the recovery of up to 1,000 rows, for which nobody waits. */
const recoveryTime = 60_000;
