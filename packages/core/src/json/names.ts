import { backslash, colon, comma, isSpace, openBrace, openBracket, quote } from "./tokens.js";

/**
 * The names of all objects in a JSON text, repeated ones included: each is followed by a colon. The
 * colons are found by the native search. Gives `undefined` where a look around a colon does not tell
 * whether it is inside a string: a name with white space behind it, or a string that begins with a
 * colon.
 */
export function countNames(text: string): number | undefined {
  let names = 0;
  for (let index = text.indexOf(":"); index >= 0; index = text.indexOf(":", index + 1)) {
    const before = text.charCodeAt(index - 1);
    if (before === quote) {
      if (isEscaped(text, index - 1)) continue;
      if (mayOpen(text.charCodeAt(index - 2))) return undefined;
      names += 1;
    } else if (isSpace(before) && text.charCodeAt(skipSpaceBack(text, index - 2)) === quote) {
      return undefined;
    }
  }
  return names;
}

/** Whether a quote behind a character may be the opening one of a string. */
function mayOpen(code: number): boolean {
  const isStructure =
    code === comma || code === colon || code === openBrace || code === openBracket;
  return isStructure || isSpace(code);
}

function skipSpaceBack(text: string, from: number): number {
  let index = from;
  while (isSpace(text.charCodeAt(index))) index--;
  return index;
}

/** Whether an odd number of backslashes is before a character. */
function isEscaped(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) !== backslash) return false;
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}
