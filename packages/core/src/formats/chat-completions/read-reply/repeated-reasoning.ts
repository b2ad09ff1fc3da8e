import { thoughtSeparator } from "../write-reply/response.js";

/** Whether a list of thoughts says one that is known, and whether that is all that is known. */
export type Repeat = "none" | "one" | "all";

/**
 * The thoughts that came as plain text, in pieces. Gateways that know more of them, this service
 * among them, tell them once more at the end of a stream: whole, in a list, with their signatures.
 */
export interface ToldThoughts {
  /** Takes a piece of the plain text. */
  add(text: string): void;
  /** Whether an entry of a list is the next of the thoughts that are known. */
  repeat(text: string): Repeat;
}

/** No thoughts yet. */
export function createToldThoughts(): ToldThoughts {
  let told = "";
  let repeated = 0;
  return {
    add(text) {
      told += text;
    },
    repeat(text) {
      if (!told.startsWith(text, repeated)) return "none";
      const end = repeated + text.length;
      if (end < told.length && !told.startsWith(thoughtSeparator, end)) return "none";
      const isAll = repeated === 0 && end === told.length;
      repeated = Math.min(told.length, end + thoughtSeparator.length);
      return isAll ? "all" : "one";
    },
  };
}
