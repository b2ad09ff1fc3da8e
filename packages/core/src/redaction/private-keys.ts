import type { Steps } from "../runtime/steps.js";
import { matchInSteps, type Pattern } from "./match-in-steps.js";
import type { Range } from "./range.js";

/** The label says which algorithm or program the key is for. */
const line = (border: string): Pattern => ({
  expression: new RegExp(`-----${border} [A-Z ]{0,40}PRIVATE KEY-----`, "g"),
  longest: 80,
});

const firstLine = line("BEGIN");
const lastLine = line("END");

/** Where private keys stand. One without its last line reaches to the end of the text. */
export function* findPrivateKeysInSteps(text: string): Steps<readonly Range[]> {
  const begins: Range[] = [];
  const ends: Range[] = [];
  yield* matchInSteps(text, firstLine, ({ 0: { length } }, at) => begins.push([at, at + length]));
  if (begins.length === 0) return [];
  yield* matchInSteps(text, lastLine, ({ 0: { length } }, at) => ends.push([at, at + length]));
  return pair(begins, [...ends, [text.length, text.length]]);
}

/** Each first line with the next last line behind it; a first line in the middle of a key is a part of it. */
function pair(begins: readonly Range[], ends: readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  let next = 0;
  let last = 0;
  for (const [from, to] of begins) {
    if (from < last) continue;
    while ((ends[next]?.[0] ?? to) < to) next += 1;
    last = ends[next]?.[1] ?? to;
    found.push([from, last]);
  }
  return found;
}
