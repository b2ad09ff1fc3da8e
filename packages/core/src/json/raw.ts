import { runAtOnce, type Steps } from "../runtime/steps.js";
import { checkJson, largeText } from "./check-json.js";
import { findClosingQuote } from "./closing-quote.js";

/**
 * JSON that must not be parsed and written again, because JavaScript would change it: large
 * numbers, the spelling of numbers, integer-like keys.
 */
export class RawJson {
  /** @param text valid JSON */
  constructor(readonly text: string) {}

  /** `JSON.stringify` cannot write it. `encodeJson` can, once it knows of it. */
  toJSON(): null {
    hasMetRaw = true;
    return null;
  }
}

/** A JSON object with its names in an order that JavaScript would not keep. `encodeJson` writes it. */
export class RawObject {
  /** @param members may contain raw JSON */
  constructor(readonly members: readonly (readonly [name: string, value: unknown])[]) {}

  /** As that of `RawJson`. */
  toJSON(): null {
    hasMetRaw = true;
    return null;
  }
}

/** Whether raw JSON was met since the last time that a value was written. */
let hasMetRaw = false;

/**
 * A value that is written as the same JSON text again: the parsed value if nothing is lost,
 * otherwise the text itself. White space between tokens is not kept, unless the text is larger than
 * 32,768 characters.
 * @throws SyntaxError or JsonError if the text is not JSON
 */
export function* readJsonText(text: string): Steps<unknown> {
  if (text.length <= largeText) return fromSmallText(text);
  yield* checkJson(text);
  return new RawJson(text.trim());
}

/** As `readJsonText`, in one go. */
export function fromJsonText(text: string): unknown {
  return runAtOnce(readJsonText(text));
}

function fromSmallText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const written = JSON.stringify(value);
  if (written === text) return value;
  const compact = compactJson(text);
  return written === compact ? value : new RawJson(compact);
}

/** A JSON text without the white space between its tokens. */
export function compactJson(text: string): string {
  let compact = "";
  let index = 0;
  // An expression for whole strings would overflow the stack of its engine in a long one.
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', index)) {
    const end = (findClosingQuote(text, open) ?? text.length) + 1;
    compact += withoutSpace(text.slice(index, open)) + text.slice(open, end);
    index = end;
  }
  return compact + withoutSpace(text.slice(index));
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Writes a value that may contain raw JSON anywhere. Hardly any does, so the native writer comes first. */
export function encodeJson(value: unknown): string {
  hasMetRaw = false;
  const text = JSON.stringify(value);
  return hasMetRaw ? write(value) : text;
}

function write(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => write(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = (value instanceof RawObject ? value.members : Object.entries(value))
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`);
  return `{${members.join(",")}}`;
}
