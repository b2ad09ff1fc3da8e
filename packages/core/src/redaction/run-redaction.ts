import type { MaybePromise } from "../runtime/maybe-promise.js";
import { runSteps } from "../runtime/run-steps.js";
import type { Steps } from "../runtime/steps.js";

/** A text is searched for several things, so a character costs about as much as so many bytes of a body. */
const bytesPerCharacter = 4;

/**
 * Runs the steps of a redaction: those for a short text at once, those for more than 64 Ki characters
 * in slices from the next turn of the event loop on, so that other work of the process gets its turns.
 * @param characters of all texts together
 */
export function runRedaction<Result>(
  steps: Steps<Result>,
  characters: number,
): MaybePromise<Result> {
  return runSteps(steps, { length: bytesPerCharacter * characters });
}
