import { findClosingQuote } from "./closing-quote.js";
import { type JsonObject, parseJson, toObject } from "./value.js";

/**
 * The complete members, at every depth, of a tool call's input that the token limit cut. A string
 * without its closing quote, a number that could continue, a key without its value and a partial
 * word are not complete. Text that is not an object gives `{}`.
 */
export function parseTruncatedObject(text: string): JsonObject {
  const { end, closers } = findLastFinished(text);
  return end === 0 ? {} : toObject(parseJson(text.slice(0, end) + closers));
}

/**
 * The end of the last complete value, and the text that closes the containers around it. Between
 * that end and the end of the text no container opens or closes, so the stack at the end is the
 * right one.
 */
function findLastFinished(text: string): { readonly end: number; readonly closers: string } {
  const stack: ("}" | "]")[] = [];
  let end = 0;
  let expectsKey = false;
  let index = 0;
  while (index < text.length) {
    const character = text.charAt(index);
    if (character === "{" || character === "[") {
      stack.push(character === "{" ? "}" : "]");
      expectsKey = character === "{";
      end = ++index;
    } else if (character === "}" || character === "]") {
      if (stack.pop() !== character) return { end: 0, closers: "" };
      expectsKey = false;
      end = ++index;
      if (stack.length === 0) break;
    } else if (character === '"') {
      const close = findClosingQuote(text, index);
      if (close === undefined) break;
      index = close + 1;
      if (!expectsKey) end = index;
    } else if (character === ":") {
      expectsKey = false;
      index++;
    } else if (character === ",") {
      expectsKey = stack.at(-1) === "}";
      index++;
    } else {
      const stop = findTokenEnd(text, index);
      if (isFinished(text.slice(index, stop), stop === text.length)) end = stop;
      index = Math.max(stop, index + 1);
    }
  }
  return { end, closers: stack.reverse().join("") };
}

function findTokenEnd(text: string, start: number): number {
  let index = start;
  while (index < text.length && /[A-Za-z0-9+.-]/.test(text.charAt(index))) index++;
  return index;
}

/** A number at the very end could have more digits. A word is either complete or not. */
function isFinished(token: string, atEnd: boolean): boolean {
  if (token === "true" || token === "false" || token === "null") return true;
  return !atEnd && token !== "";
}
