import type { Steps } from "../runtime/steps.js";
import { isRespelled } from "./numbers.js";
import { comma } from "./tokens.js";
import { isObject } from "./value.js";

/** A name that looks like an index, which JavaScript moves to the front of its object. */
const indexName = /^\d+$/;

/**
 * Whether a value holds what parsing can have changed: a number, or a name like an index. Only its text
 * tells whether it was.
 */
export function holdsChangeable(value: unknown): boolean {
  if (typeof value === "number") return true;
  if (Array.isArray(value)) return value.some(holdsChangeable);
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  // Names like indexes come first.
  return indexName.test(names[0] ?? "") || names.some((name) => holdsChangeable(value[name]));
}

/** Finds names like indexes and, in its only group, numbers that may not be spelled as JavaScript does. */
const candidate = /[:,[]\s*(-?\d+[.eE][\d.eE+-]*|-?\d{16,}|-0)|[{,]\s*"\d+"\s*:/g;

/** Bytes of a text that are searched in one step. */
const stepBytes = 64 * 1024;

const decoder = new TextDecoder();

/** The text of a body, which may hold what JavaScript would change if it were parsed and written again. */
export class BodyText {
  #mayChange: boolean | undefined;

  /** @param bytes valid JSON in UTF-8 */
  constructor(readonly bytes: Uint8Array) {}

  /** Whether something would change, as far as a search can tell; a string may look like a number. */
  *mayChange(): Steps<boolean> {
    this.#mayChange ??= yield* findChange(this.bytes);
    return this.#mayChange;
  }
}

/** Each piece begins at a comma, which no number and no name can have inside. */
function* findChange(bytes: Uint8Array): Steps<boolean> {
  for (let from = 0; from < bytes.length; ) {
    const next = bytes.indexOf(comma, from + stepBytes);
    const to = next < 0 ? bytes.length : next;
    if (hasChange(decoder.decode(bytes.subarray(from, to)))) return true;
    from = to;
    if (from < bytes.length) yield;
  }
  return false;
}

function hasChange(text: string): boolean {
  for (const [, number] of text.matchAll(candidate)) {
    if (number === undefined || isRespelled(number)) return true;
  }
  return false;
}
