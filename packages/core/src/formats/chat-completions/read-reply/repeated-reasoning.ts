import { reasoningSeparator } from "../wire/reasoning.js";

/** Whether an entry repeats known reasoning, and whether it is all of the known reasoning. */
export type Repeat = "none" | "one" | "all";

/**
 * The reasoning that came as plain text, in pieces. Some gateways, this service among them, repeat it
 * at the end of a stream: complete, in a list, with signatures.
 */
export interface RepeatedReasoning {
  /** Adds a piece of the plain text. */
  add(text: string): void;
  /** Whether an entry of a list repeats the next part of the known reasoning. */
  repeat(text: string): Repeat;
}

/** Without any reasoning yet. */
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
