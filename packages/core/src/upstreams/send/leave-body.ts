import type { ByteSource } from "../../http/exchange.js";
import type { AttemptEnd } from "../../models/model.js";
import type { Clock } from "../../runtime/clock.js";
import { within } from "../../runtime/within.js";
import type { Cancellation } from "./cancellation.js";

/** Milliseconds in which a body may end by itself after its last event. */
const restTime = 100;

/**
 * Lets go of a body that nobody reads any more. After a whole reply it has a moment to end by
 * itself, so that its connection can serve again; any other is broken off, by the signal and by the
 * body, since each runtime misses one of the two in some case. Never rejects.
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
    // The reply is over; how its connection ends concerns nobody.
    cancellation.release();
  }
}

/** Whether a body ends with what comes next, or after one more block. */
async function hasEnded(body: ByteSource): Promise<boolean> {
  return (await body.read()) === undefined || (await body.read()) === undefined;
}
