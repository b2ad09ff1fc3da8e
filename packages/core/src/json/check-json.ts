import { runAtOnce, type Steps } from "../runtime/steps.js";
import { parseInSteps } from "./parsing/parse-in-steps.js";
import { parseJson } from "./value.js";

/** Characters above which the value of a text costs too much to be built only to be written again. */
export const largeText = 32 * 1024;

/**
 * Makes sure that a text is JSON, with a step for each piece of a large one. Its value is never built:
 * an object of 100,000 members costs more to build and to write than all the rest of its request.
 * @throws JsonError
 */
export function* checkJson(text: string): Steps<void> {
  yield* parseInSteps(new TextEncoder().encode(text), { parse: parseAndForget });
}

/** Parses a piece. @returns an empty container of the same kind, as the parser of pieces expects one */
function parseAndForget(piece: string): unknown {
  JSON.parse(piece);
  return piece.startsWith("[") ? [] : {};
}

/** Whether a text is a JSON object. */
export function isObjectText(text: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  if (text.length <= largeText) return parseJson(text) !== undefined;
  try {
    runAtOnce(checkJson(text));
    return true;
  } catch {
    return false;
  }
}
