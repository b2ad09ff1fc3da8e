import { runAtOnce, type Steps } from "../conversation/steps.js";
import type { Clock } from "./clock.js";
import type { MaybePromise } from "./maybe-promise.js";
import { createTurns, nextTurn } from "./turns.js";
import { isLarge } from "./yield-for.js";

/**
 * Runs the steps of a pass over a body: those of a small one at once, those of a large one from the next
 * turn of the event loop on and in slices, so that other work of the process gets its turns.
 */
export function runSteps<Result>(
  steps: Steps<Result>,
  bytes: Uint8Array,
  clock: Clock,
): MaybePromise<Result> {
  return isLarge(bytes) ? runInSlices(steps, clock) : runAtOnce(steps);
}

async function runInSlices<Result>(steps: Steps<Result>, clock: Clock): Promise<Result> {
  await nextTurn();
  const turns = createTurns(clock);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const wait = turns.pass();
    if (wait) await wait;
  }
}
