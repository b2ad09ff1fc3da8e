import type { Reservation, Settlement } from "../accounts/ledger/ledger.js";
import { costOfAttempt, settleRow } from "../accounts/ledger/rows.js";
import type { Admission } from "../accounts/limits/limits.js";
import type { AttemptEnd } from "../conversation/attempt-end.js";
import { bytesPerToken } from "../conversation/usage/estimate.js";
import { areUnits } from "../conversation/usage/units.js";
import {
  completeUsage,
  type FinalUsage,
  noUsage,
  toCount,
  type Usage,
  usageKinds,
} from "../conversation/usage/usage.js";
import { reportStoreFailure } from "../events/report-failure.js";
import { AttemptContents } from "../events/show-contents.js";
import { toTraceHeaders } from "../events/trace-context.js";
import type { JsonObject } from "../json/value.js";
import type { Attempt, AttemptAnnouncement, AttemptFailure } from "../models/model.js";
import type { AttemptContext } from "./attempt-context.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";
import type { Heartbeats, ObservedAttempt } from "./heartbeats.js";
import type { Ending, PendingRow, PendingRows } from "./pending-rows.js";
import { toRawUsage } from "./raw-usage.js";
import { toRowFailure } from "./row-failure.js";

/** What the attempts of one service share. */
export interface AttemptParts {
  readonly settings: BookkeeperSettings;
  readonly rows: PendingRows;
  readonly heartbeats: Heartbeats;
}

/** What the attempts of one request share. */
export interface AttemptState {
  readonly context: AttemptContext;
  /** The rows of all attempts so far. */
  readonly rows: PendingRow[];
  /** The ids of the attempts that may have used something. */
  readonly used: Set<string>;
}

/** What an attempt was opened with. */
interface OpenedRow {
  readonly reservation: Reservation;
  readonly row: PendingRow;
  readonly admission: Pick<Admission, "spend"> | undefined;
  readonly announcement: AttemptAnnouncement;
}

/** The handle of one open row: whichever of `close` and `release` comes first ends it. */
export function createAttempt(
  { settings, rows, heartbeats }: AttemptParts,
  { context, used }: AttemptState,
  { reservation, row, admission, announcement }: OpenedRow,
): Attempt {
  const { ledger, clock, reporter } = settings;
  const { attemptId } = reservation;
  const observed: ObservedAttempt = { attemptId, observe: nothing, slot: -1 };
  const events = context.events?.beginAttempt(reservation, announcement);
  let open = true;
  let disarm = (): void => undefined;

  /** Ends the handle, and says whether this is the first end. */
  function endOnce(): boolean {
    const wasOpen = open;
    open = false;
    disarm();
    return wasOpen;
  }

  /** Its model has forgotten it, or the bookkeeper is closed: the row gets no more heartbeats. */
  function giveUp(): void {
    if (!endOnce()) return;
    heartbeats.remove(observed);
    rows.giveUp(row);
    events?.end({ end: "abandoned", usage: noUsage, costNanoDollars: 0 });
  }

  /** Writes the end of the row. Until the ledger has it, heartbeats keep it from being recovered. */
  function finish({ write, onTaken }: Ending): Promise<void> {
    rows.finish(row, {
      write,
      onTaken() {
        heartbeats.remove(observed);
        onTaken();
      },
    });
    return row.over;
  }

  used.add(attemptId);
  heartbeats.add(observed);
  void row.over.then(giveUp);
  context.run.onEnd(() => {
    if (open) disarm = clock.after(settings.ledgerTimes.lease, giveUp);
  });

  return {
    id: attemptId,
    contents: toContents(settings, context.requestId, attemptId),
    run: events?.run,
    traceHeaders: events?.traceHeaders ?? toTraceHeaders(context.trace),
    watch(observe) {
      if (open) observed.observe = observe;
    },
    close(end, reported, rawUsage, failure, reply) {
      if (!endOnce()) return row.over;
      if (isUnused(reported)) used.delete(attemptId);
      const usage = toSound(reported, reservation);
      const result = { end, usage, rawUsage, failure };
      const settlement = toSettlement(reservation, result, clock.now());
      observed.observe = always(usage);
      noteSpent(settings, context, { attemptId, admission, usage });
      const { costNanoDollars, upstreamStatus } = settlement;
      const { error, keyRestMilliseconds } = failure ?? {};
      const why = { error, upstreamStatus, keyRestMilliseconds };
      events?.end({ end, usage, costNanoDollars, ...why, reply: reply?.() });
      return finish({
        write: () => ledger.settle(settlement),
        onTaken: () =>
          reporter?.({ type: "settled", at: clock.now(), row: settleRow(reservation, settlement) }),
      });
    },
    release() {
      if (!endOnce()) return row.over;
      used.delete(attemptId);
      events?.end({ end: "unsent", usage: noUsage, costNanoDollars: 0 });
      return finish(toRelease(settings, reservation));
    },
  };
}

/** What an attempt that nobody watches has used. */
function nothing(): Usage {
  return {};
}

/** Made outside the attempt: a closure in it would keep the whole attempt in memory for long. */
function always<T>(value: T): () => T {
  return () => value;
}

function toContents(
  { reporter, clock }: BookkeeperSettings,
  requestId: string,
  attemptId: string,
): AttemptContents | undefined {
  const show = reporter?.contents;
  return show && new AttemptContents(show, clock, requestId, attemptId);
}

function isUnused(usage: FinalUsage): boolean {
  return usage.units === undefined && usageKinds.every((kind) => usage[kind] === 0);
}

/** The end of a row whose attempt never left. */
export function toRelease(
  { ledger, clock }: BookkeeperSettings,
  { attemptId, openedAt }: Reservation,
): Ending {
  const releasedAt = Math.max(clock.now(), openedAt);
  return { write: () => ledger.release(attemptId, releasedAt), onTaken: () => undefined };
}

/**
 * Custom models may report anything. A value that is not a count is estimated instead, because one
 * such row would spoil the sums of its account.
 */
function toSound(usage: FinalUsage, { reservedTokens }: Reservation): FinalUsage {
  const isSound = usageKinds.every((kind) => toCount(usage[kind]) === usage[kind]);
  if (isSound && (usage.units === undefined || areUnits(usage.units))) return usage;
  const input = Math.ceil(reservedTokens.input / bytesPerToken);
  return completeUsage(usage, { input, output: 0, reasoning: 0 });
}

/** What is known of an attempt at its end. */
interface AttemptResult {
  readonly end: AttemptEnd;
  readonly usage: FinalUsage;
  readonly rawUsage: JsonObject | undefined;
  readonly failure: AttemptFailure | undefined;
}

/** A wall clock that was set back must not make an attempt end before it began. */
function toSettlement(
  reservation: Reservation,
  { end, usage, rawUsage, failure }: AttemptResult,
  now: number,
): Settlement {
  const accepts = reservation.prices?.accepts;
  const kept = toRawUsage(rawUsage, accepts);
  // Only these prices depend on what the upstream has said.
  const row = accepts ? { ...reservation, rawUsage: kept } : reservation;
  return {
    attemptId: reservation.attemptId,
    usage,
    rawUsage: kept,
    costNanoDollars: costOfAttempt(row, usage, end),
    end,
    settledAt: Math.max(now, reservation.openedAt),
    ...toRowFailure(end, failure),
  };
}

/** What an attempt has used, and the limits that count it. */
interface SpentAttempt {
  readonly attemptId: string;
  readonly admission: Pick<Admission, "spend"> | undefined;
  readonly usage: FinalUsage;
}

/** A failure of the limits here must not prevent the settlement. */
function noteSpent(
  settings: BookkeeperSettings,
  { requestId, events }: AttemptContext,
  { attemptId, admission, usage }: SpentAttempt,
): void {
  const { input, cacheRead, cacheWrite, cacheWriteLong, output } = usage;
  try {
    admission?.spend?.({ input: input + cacheRead + cacheWrite + cacheWriteLong, output });
  } catch (error) {
    reportStoreFailure({ requestId, events, settings }, "spend", error, attemptId);
  }
}
