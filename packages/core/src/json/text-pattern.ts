import { parseJson } from "./value.js";

/**
 * Recognises JSON texts that repeat an earlier one in all but one string, as most events of a stream
 * do: what is known of the first need not be found out again.
 */
export interface TextPattern {
  /**
   * The string in which a text differs from the one that was learnt, its escapes decoded; `undefined`
   * for a text that differs elsewhere, and for an empty string.
   */
  match(text: string): string | undefined;
  /** Replaces the pattern. The string at this range, without its quotes, may differ. */
  learn(text: string, start: number, end: number): void;
  /** Whether learning is worth its time: not if too many patterns in a row have matched nothing. */
  isUseful(): boolean;
  /** Matches nothing until another text is learnt. */
  forget(): void;
}

interface Learnt {
  readonly head: string;
  readonly tail: string;
}

/** After so many patterns in a row that matched nothing, no more are learnt: these texts do not repeat. */
const mostUseless = 8;

/** A pattern that has learnt nothing. */
export function createTextPattern(): TextPattern {
  let learnt: Learnt | undefined;
  let useless = 0;
  return {
    match(text) {
      const found = learnt && stringOf(learnt, text);
      if (found !== undefined) useless = 0;
      return found;
    },
    learn(text, start, end) {
      if (useless === mostUseless) return;
      useless += 1;
      learnt = { head: copy(text.slice(0, start)), tail: copy(text.slice(end)) };
    },
    isUseful: () => useless < mostUseless,
    forget() {
      learnt = undefined;
    },
  };
}

/** Quotes, escapes and control characters, which a string does not contain as they are. */
const special = /["\\]|[^ -\uffff]/;

function stringOf({ head, tail }: Learnt, text: string): string | undefined {
  const end = text.length - tail.length;
  if (end <= head.length || text.slice(0, head.length) !== head || text.slice(end) !== tail) {
    return undefined;
  }
  const inner = text.slice(head.length, end);
  if (!special.test(inner)) return inner;
  const said = parseJson(`"${inner}"`);
  return typeof said === "string" ? said : undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A copy, because a slice would keep the whole block that it is from. */
function copy(text: string): string {
  return decoder.decode(encoder.encode(text));
}
