import type { Clock } from "../../runtime/clock.js";
import { isPromise, type MaybePromise } from "../../runtime/maybe-promise.js";
import { within } from "../../runtime/within.js";

/** Milliseconds for what follows the content of a reply: its usage and its terminal event. */
const restTime = 5_000;

/**
 * Limits the time of the reads for the rest of a reply, all of them together from the first one. A
 * read that takes too long gives `undefined`, like the end.
 */
export function createTrailingUsageTimeout(
  clock: Clock,
): <T>(read: MaybePromise<T | undefined>) => MaybePromise<T | undefined> {
  let until: number | undefined;
  return (read) => {
    if (!isPromise(read)) return read;
    until ??= clock.monotonic() + restTime;
    return within(clock, Math.max(0, until - clock.monotonic()), read);
  };
}
