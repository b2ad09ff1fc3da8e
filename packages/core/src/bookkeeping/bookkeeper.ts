import type { Reservation } from "../accounts/ledger/ledger.js";
import { createLedgerHealth, type LedgerHealth } from "../accounts/ledger/ledger-health.js";
import type { Admission } from "../accounts/limits/limits.js";
import { closing } from "../errors/closing.js";
import { storeUnavailable } from "../errors/store-unavailable.js";
import type { Attempt, AttemptAnnouncement } from "../models/model.js";
import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import { within } from "../runtime/within.js";
import { type AttemptParts, type AttemptState, createAttempt, toRelease } from "./attempt.js";
import type { AttemptContext } from "./attempt-context.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";
import { createHeartbeats } from "./heartbeats.js";
import { createPendingRows, type PendingRow } from "./pending-rows.js";
import { createRecovery, type Recovery } from "./recovery.js";
import { toReservation } from "./reservation.js";
import { type ReserveAnswer, type ReserveOutcome, reserve } from "./reserve.js";

/**
 * Writes the ledger of one service: every attempt passes through it. It waits for the ledger once
 * per attempt, in `open`; all else happens in the background and is repeated until the ledger takes it.
 */
export interface Bookkeeper {
  /** The attempts of one request, none of which is open yet. */
  begin(context: AttemptContext): RequestAttempts;
  /**
   * Waits until all rows are final, for at most so many milliseconds, but at least as long as the
   * ledger may take for one answer. Calls that wait to be repeated are repeated at once. Rows that are
   * still open then are reported; they are recovered when their lease has ended.
   */
  close(milliseconds: number): Promise<void>;
}

/** The attempts of one request. */
export interface RequestAttempts {
  /**
   * Opens the ledger row of one attempt and takes its reservation. The row reaches one final state,
   * whichever of `close` and `release` is called first. A row whose model has called neither, one
   * lease after its request was over, is given up and recovered. If the ledger may hold a row although
   * it did not confirm it, that row is released later; at most 1,000 such rows wait for that at once.
   * @param admission receives the usage of the attempt
   * @throws ServiceError of the ledger, `overloaded` once the ledger is closed, or `store_unavailable` if the ledger failed otherwise or took too long; the signal's reason
   */
  open(announcement: AttemptAnnouncement, admission?: Pick<Admission, "spend">): Promise<Attempt>;
  /** Whether a model may have run: an attempt is open, or was settled with usage. */
  mayHaveRun(): boolean;
}

/** What the bookkeeper of one service is made of. */
interface Parts extends AttemptParts {
  readonly health: LedgerHealth;
  readonly recovery: Recovery;
  /** The rows that wait to be released although nobody knows whether they exist. */
  readonly undone: Set<PendingRow>;
}

/** The bookkeeper of one service. */
export function createBookkeeper(settings: BookkeeperSettings): Bookkeeper {
  const health = createLedgerHealth(settings.clock);
  const rows = createPendingRows(settings, health);
  const recovery = createRecovery(settings, health);
  const heartbeats = createHeartbeats(settings, health, recovery.consider);
  const parts: Parts = { settings, health, rows, heartbeats, recovery, undone: new Set() };
  let isClosed = false;
  return {
    begin(context) {
      const state: AttemptState = { context, rows: [], used: new Set() };
      return {
        open(announcement, admission) {
          if (isClosed) return Promise.reject(closing());
          return openAttempt(parts, state, announcement, admission);
        },
        mayHaveRun: () => state.used.size > 0,
      };
    },
    async close(milliseconds) {
      await close(parts, milliseconds);
      isClosed = true;
    },
  };
}

async function openAttempt(
  parts: Parts,
  state: AttemptState,
  announcement: AttemptAnnouncement,
  admission: Pick<Admission, "spend"> | undefined,
): Promise<Attempt> {
  const { context } = state;
  const { signal } = context.run;
  if (signal.aborted) throw signal.reason;
  const { settings, rows } = parts;
  const reservation = toReservation(settings, context, announcement);
  const { events } = context;
  const row = rows.add(reservation.attemptId, context);
  context.run.track(row.over);
  const reserving = reserveBesides(parts, state.rows, reservation);
  const waiting = events ? events.waitForReservation(reserving) : reserving;
  const outcome = isPromise(waiting) ? await waiting : waiting;
  if (outcome.name !== "reserved") events?.noteUnreserved();
  state.rows.push(row);
  considerRecovery(parts);
  switch (outcome.name) {
    case "reserved":
      return createAttempt(parts, state, { reservation, row, admission, announcement });
    case "refused":
      rows.remove(row);
      throw outcome.error;
    case "failed":
      undo(parts, row, reservation, outcome);
      throw storeUnavailable(outcome.error);
    case "late":
      void outcome.answer.then((answer) => undo(parts, row, reservation, answer));
      throw storeUnavailable(new Error("The ledger has not answered a reservation in time."));
  }
}

/**
 * A budget may cover only one attempt of a request at a time. An attempt that was refused while an
 * earlier one gave its reservation back asks once more when that is done, or after the time limit.
 */
function reserveBesides(
  parts: Parts,
  earlier: readonly PendingRow[],
  reservation: Reservation,
): MaybePromise<ReserveOutcome> {
  const { settings, health, rows } = parts;
  const ending = earlier.filter(rows.isEnding);
  const outcome = reserve(settings, health, reservation);
  return ending.length === 0 ? outcome : reserveAgain(parts, ending, reservation, outcome);
}

async function reserveAgain(
  { settings, health }: Parts,
  ending: readonly PendingRow[],
  reservation: Reservation,
  first: MaybePromise<ReserveOutcome>,
): Promise<ReserveOutcome> {
  const outcome = await first;
  const isExhausted = outcome.name === "refused" && outcome.error.kind === "budget_exhausted";
  if (!isExhausted) return outcome;
  const over = Promise.all(ending.map((row) => row.over));
  await within(settings.clock, settings.ledgerTimes.reserve, over);
  return reserve(settings, health, reservation);
}

/** The most rows that wait to be undone: an outage, in which all requests are refused, must not fill the memory. */
const mostUndone = 1_000;

/**
 * Releases a row that nobody waits for any more, unless it certainly does not exist. The release is
 * repeated until the ledger accepts it: if the row were left to recovery, its account would be billed
 * for an attempt that was never made.
 */
function undo(
  { settings, rows, undone }: Parts,
  row: PendingRow,
  reservation: Reservation,
  answer: ReserveAnswer,
): void {
  if (answer.name === "refused" || undone.size >= mostUndone) {
    rows.remove(row);
    return;
  }
  undone.add(row);
  void row.over.then(() => undone.delete(row));
  rows.finish(row, toRelease(settings, reservation));
}

/** Called after each turn of the heartbeats, while there are attempts, when their leases are renewed. */
function considerRecovery({ heartbeats, recovery }: Parts): void {
  if (heartbeats.isIdle()) recovery.consider();
}

async function close(
  { settings: { clock, ledgerTimes }, rows, heartbeats, recovery }: Parts,
  milliseconds: number,
): Promise<void> {
  rows.retryNow();
  const done = rows.untilNone().then(recovery.untilDone).then(heartbeats.untilAnswered);
  await within(clock, Math.max(milliseconds, ledgerTimes.reserve), done);
  rows.giveUpAll();
  heartbeats.stop();
}
