import { type Clock, systemClock } from "./clock.js";
import type { MaybePromise } from "./maybe-promise.js";
import { runAtOnce, type Steps } from "./steps.js";
import { createTurns, nextTurn } from "./turns.js";
import { isLarge } from "./yield-for.js";

/**
 * Runs the steps of a pass over a body or a text: those of a small one at once, those of a large one
 * from the next turn of the event loop on and in slices, so that other work of the process gets its turns.
 * @param body of which only the length counts
 */
export function runSteps<Result>(
  steps: Steps<Result>,
  body: { readonly length: number },
  clock: Pick<Clock, "monotonic"> = systemClock,
): MaybePromise<Result> {
  return isLarge(body) ? runInSlices(steps, clock) : runAtOnce(steps);
}

async function runInSlices<Result>(
  steps: Steps<Result>,
  clock: Pick<Clock, "monotonic">,
): Promise<Result> {
  await nextTurn();
  const turns = createTurns(clock);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const wait = turns.pass();
    if (wait) await wait;
  }
}
