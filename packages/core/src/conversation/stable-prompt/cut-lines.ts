import type { Receipt } from "../receipt/receipt.js";
import type { ChangingLine } from "./lines.js";

/** What is cut out of instructions, and where that is noted. */
export interface Cutting {
  readonly lines: readonly ChangingLine[];
  readonly receipt: Receipt;
}

/**
 * A text of instructions without its changing lines. Each one that is found is noted.
 * @param at the place of the text, as a JSON pointer
 */
export function cutLines(text: string, at: string, { lines, receipt }: Cutting): string {
  let kept = text;
  for (const { pattern, replacement, rule, preset } of lines) {
    const cut = kept.replace(pattern, replacement);
    if (cut !== kept && receipt.apply(rule, at, { from: preset })) kept = cut;
  }
  return kept;
}
