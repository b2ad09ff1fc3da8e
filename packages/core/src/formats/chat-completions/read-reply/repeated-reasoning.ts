import { reasoningSeparator } from "../wire/reasoning.js";

/** Whether a list of thoughts says one that is known, and whether that is all that is known. */
export type Repeat = "none" | "one" | "all";

/**
 * The thoughts that came as plain text, in pieces. Gateways that know more of them, this service
 * among them, tell them once more at the end of a stream: whole, in a list, with their signatures.
 */
export interface RepeatedReasoning {
  /** Takes a piece of the plain text. */
  add(text: string): void;
  /** Whether an entry of a list is the next of the thoughts that are known. */
  repeat(text: string): Repeat;
}

/** No thoughts yet. */
export function createRepeatedReasoning(): RepeatedReasoning {
  let reported = "";
  let repeated = 0;
  return {
    add(text) {
      reported += text;
    },
    repeat(text) {
      if (!reported.startsWith(text, repeated)) return "none";
      const end = repeated + text.length;
      if (end < reported.length && !reported.startsWith(reasoningSeparator, end)) return "none";
      const isAll = repeated === 0 && end === reported.length;
      repeated = Math.min(reported.length, end + reasoningSeparator.length);
      return isAll ? "all" : "one";
    },
  };
}
