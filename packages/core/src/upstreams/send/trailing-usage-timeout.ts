import type { Clock } from "../../runtime/clock.js";
import { within } from "../../runtime/within.js";

/** Milliseconds for what comes after the end of a reply's content: its usage, its terminal event. */
const restTime = 5_000;

/**
 * Bounds the reads that are made for the rest of a reply, all of them together from the first; what
 * comes too late is `undefined`, as the end is.
 */
export function createTrailingUsageTimeout(
  clock: Clock,
): <T>(read: Promise<T | undefined>) => Promise<T | undefined> {
  let until: number | undefined;
  return (read) => {
    until ??= clock.monotonic() + restTime;
    return within(clock, Math.max(0, until - clock.monotonic()), read);
  };
}
