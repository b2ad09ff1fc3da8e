import { isDigit } from "../numbers.js";
import { backslash, colon, comma, openBrace, openBracket, quote } from "../tokens.js";

const space = 0x20;
/** The characters of white space between tokens. */
const spaces = tableOf([space, 0x09, 0x0a, 0x0d]);
/** The characters behind which a quote may be the opening one of a string. */
const openings = tableOf([comma, colon, openBrace, openBracket, space, 0x09, 0x0a, 0x0d]);

/** A look into a table costs no call, and a body has many names. */
function tableOf(codes: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const code of codes) table[code] = 1;
  return table;
}

/** The character `9`: digits, signs, points, quotes and white space are not above it. */
const nine = 0x39;

/**
 * A number behind white space that JavaScript may spell differently: one with an exponent, with zeros
 * at its end, of many digits, minus zero, or one near zero.
 */
const unusual =
  /\s*(?:-0(?!\.)|-?(?:\d+(?:\.\d*)?[eE]|\d+\.\d*0(?!\d)|\d{16}|[\d.]{17}|0\.0\d{6}))/y;

/** The names of all objects in a JSON text. */
export interface NameCount {
  /** How many there are, repeated ones included. */
  names: number;
  /**
   * Whether JavaScript keeps the order of all names, and spells each number behind a name as the text
   * does, as far as a look shows it.
   */
  isExact: boolean;
}

/**
 * Counts the names of all objects in a JSON text: each is followed by a colon. The colons are found by
 * the native search. Gives `undefined` where a look around a colon does not tell whether it is inside a
 * string: a name with white space behind it, or a string that begins with a colon.
 */
export function countNames(text: string): NameCount | undefined {
  const count: NameCount = { names: 0, isExact: true };
  for (let index = text.indexOf(":"); index >= 0; index = text.indexOf(":", index + 1)) {
    const before = text.charCodeAt(index - 1);
    if (before === quote) {
      const last = text.charCodeAt(index - 2);
      if (last === backslash && isEscaped(text, index - 1)) continue;
      if (openings[last] === 1) return undefined;
      count.names += 1;
      // Compared here, because every name comes by: no other character below is usual.
      if (last <= nine) count.isExact &&= !isIndex(text, index - 1);
      const start = text.charCodeAt(index + 1) === space ? index + 2 : index + 1;
      const next = text.charCodeAt(start);
      if (next > nine || next === quote) continue;
      unusual.lastIndex = start;
      if (unusual.test(text)) count.isExact = false;
    } else if (spaces[before] === 1 && text.charCodeAt(skipSpaceBack(text, index - 2)) === quote) {
      return undefined;
    }
  }
  return count;
}

/** Whether the name that a quote closes looks like an index. */
function isIndex(text: string, closing: number): boolean {
  let first = closing;
  while (isDigit(text.charCodeAt(first - 1))) first--;
  return first < closing && text.charCodeAt(first - 1) === quote;
}

function skipSpaceBack(text: string, from: number): number {
  let index = from;
  while (spaces[text.charCodeAt(index)] === 1) index--;
  return index;
}

/** Whether an odd number of backslashes is before a character. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}
