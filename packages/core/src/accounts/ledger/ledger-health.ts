import { ServiceError } from "../../errors/service-error.js";
import type { Clock } from "../../runtime/clock.js";
import { type MaybePromise, proceed } from "../../runtime/maybe-promise.js";

/** Makes the calls of one ledger, and knows for how long they have succeeded. */
export interface LedgerHealth {
  /** Makes a call and notes how it ends. @throws what the ledger throws synchronously */
  call<T>(work: () => MaybePromise<T>): MaybePromise<T>;
  /** Notes that a call takes longer than it may, which counts as a failure. */
  noteOverdue(): void;
  /** Whether no call has failed for so many milliseconds, counted from the first success after a failure. */
  isSteadyFor(milliseconds: number): boolean;
}

/** The health of a ledger that has not failed yet. */
export function createLedgerHealth(clock: Clock): LedgerHealth {
  let answersSince: number | undefined = Number.NEGATIVE_INFINITY;

  function noteAnswer(): void {
    answersSince ??= clock.monotonic();
  }

  function noteFailure(): void {
    answersSince = undefined;
  }

  function noteResult<T>(result: T): T {
    noteAnswer();
    return result;
  }

  function noteError(error: unknown): never {
    if (isAnswer(error)) noteAnswer();
    else noteFailure();
    throw error;
  }

  return {
    call: (work) => proceed(work, noteResult, noteError),
    noteOverdue: noteFailure,
    isSteadyFor: (milliseconds) =>
      answersSince !== undefined && clock.monotonic() - answersSince >= milliseconds,
  };
}

/** Whether an error is a refusal: an answer of a store that works. */
export function isAnswer(error: unknown): boolean {
  return ServiceError.is(error) && error.kind !== "store_unavailable";
}
