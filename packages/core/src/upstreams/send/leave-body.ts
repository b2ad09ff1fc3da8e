import type { AttemptEnd } from "../../conversation/attempt-end.js";
import type { ByteSource } from "../../http/exchange.js";
import type { Cancellation } from "../../runtime/cancellation.js";
import type { Clock } from "../../runtime/clock.js";
import { within } from "../../runtime/within.js";

/** Milliseconds in which a body may end on its own after its last event. */
const restTime = 100;

/**
 * Releases a body that nobody reads any more. After a complete reply it has a moment to end on its
 * own, so that its connection can be used again. Any other body is aborted, through the signal and
 * through the body, because in some cases a runtime misses one of the two. Never rejects.
 */
export async function leaveBody(
  body: ByteSource,
  end: AttemptEnd,
  clock: Clock,
  cancellation: Cancellation,
): Promise<void> {
  try {
    if (end === "completed" && (await within(clock, restTime, hasEnded(body)))) {
      cancellation.release();
      return;
    }
    cancellation.cancel(new Error("The reply is over."));
    await body.cancel(end);
  } catch {
    // The reply is over; how its connection ends no longer matters.
    cancellation.release();
  }
}

/** Whether a body ends with what comes next, or after one more block. */
async function hasEnded(body: ByteSource): Promise<boolean> {
  return (await body.read()) === undefined || (await body.read()) === undefined;
}
