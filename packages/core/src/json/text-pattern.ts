import { parseJson } from "./value.js";

/** Texts that follow one another in a longer one and differ only in one string. */
export interface TextRun {
  /** The string of each text; it has no escapes. */
  readonly strings: readonly string[];
  /** How many characters come before the string; they are the same in each text. */
  readonly headLength: number;
  /** The offset after the last of the texts. */
  readonly end: number;
}

interface Learnt {
  readonly head: string;
  readonly tail: string;
  /** What stands between the strings of two texts. */
  readonly between: string;
}

/** After so many patterns in a row that matched nothing, no more are learnt: these texts do not repeat. */
const maxUnmatched = 8;

/**
 * Recognises JSON texts that repeat an earlier one in all but one string, as most events of a stream
 * do: what is known of the first need not be found out again. A new pattern has learnt nothing.
 */
export class TextPattern {
  #learnt: Learnt | undefined;
  #unmatched = 0;

  /**
   * The string in which a text differs from the one that was learnt, its escapes decoded; `undefined`
   * for a text that differs elsewhere, and for an empty string.
   */
  match(text: string): string | undefined {
    const found = this.#learnt && stringOf(this.#learnt, text);
    if (found !== undefined) this.#unmatched = 0;
    return found;
  }

  /**
   * The texts that match one after another in a longer one, from this offset up to the first that does
   * not match or whose string has escapes; `undefined` if that is already the first.
   */
  findRun(text: string, start: number): TextRun | undefined {
    const found = this.#learnt && runOf(this.#learnt, text, start);
    if (found) this.#unmatched = 0;
    return found;
  }

  /** Replaces the pattern. The string at this range, without its quotes, may differ. */
  learn(text: string, start: number, end: number): void {
    if (!this.isUseful) return;
    this.#unmatched += 1;
    const head = copy(text.slice(0, start));
    const tail = copy(text.slice(end));
    this.#learnt = { head, tail, between: copy(tail + head) };
  }

  /** Whether learning is worth its time: not if too many patterns in a row have matched nothing. */
  get isUseful(): boolean {
    return this.#unmatched < maxUnmatched;
  }

  /** Matches nothing until another text is learnt. */
  forget(): void {
    this.#learnt = undefined;
  }
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

/** A string without escapes ends with the next quote: so one look finds it, and another the next string. */
function runOf({ head, tail, between }: Learnt, text: string, start: number): TextRun | undefined {
  const strings: string[] = [];
  let first = start + head.length;
  let end = start;
  let goesOn = text.slice(start, first) === head;
  while (goesOn) {
    const quote = text.indexOf('"', first);
    const string = text.slice(first, quote);
    if (quote <= first || special.test(string)) break;
    first = quote + between.length;
    goesOn = text.slice(quote, first) === between;
    if (!goesOn && text.slice(quote, quote + tail.length) !== tail) break;
    strings.push(string);
    end = quote + tail.length;
  }
  return strings.length > 0 ? { strings, headLength: head.length, end } : undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A copy, because a slice would keep the whole block that it is from. */
function copy(text: string): string {
  return decoder.decode(encoder.encode(text));
}
