import type { Steps } from "../runtime/steps.js";

/** What is matched. */
export interface Pattern {
  /** With the flag `g`. It looks at most two characters behind. */
  readonly expression: RegExp;
  /** The most characters that a match has. */
  readonly longest: number;
}

const behind = 2;
/** Characters that are looked at in one step. */
const charactersPerStep = 16_384;

/** Calls `take` with each match and its place, like `matchAll`, in steps that are short for any text. */
export function* matchInSteps(
  text: string,
  { expression, longest }: Pattern,
  take: (match: RegExpExecArray, index: number) => void,
): Steps<void> {
  for (let begin = 0; begin < text.length; ) {
    const offset = Math.max(0, begin - behind);
    const end = begin + charactersPerStep;
    const slice = text.slice(offset, end + longest);
    expression.lastIndex = begin - offset;
    begin = end;
    for (let match = expression.exec(slice); match; match = expression.exec(slice)) {
      const index = offset + match.index;
      if (index >= end) break;
      begin = Math.max(begin, index + match[0].length);
      take(match, index);
    }
    yield;
  }
}
