import type { SizeLimits } from "./size-limits.js";

/** The size limits that the structure of a JSON text alone can exceed. */
export type StructureLimits = Pick<SizeLimits, "jsonDepth" | "jsonValues" | "objectMembers">;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * The first limit that a JSON text exceeds, found in one pass over its bytes, before it is parsed:
 * the parser takes any text, but needs seconds and gigabytes for millions of small values, and code
 * that uses a deep result overflows the stack. Text that is not JSON is accepted.
 */
export function findExceededLimit(
  bytes: Uint8Array,
  { jsonDepth, jsonValues, objectMembers }: StructureLimits,
): keyof StructureLimits | undefined {
  /** The commas of each open object so far; those of lists are not limited. */
  const commas: number[] = [Number.NEGATIVE_INFINITY];
  let depth = 0;
  let values = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) {
      index = findClosingQuote(bytes, index);
    } else if (byte === comma) {
      const count = (commas[depth] ?? 0) + 1;
      commas[depth] = count;
      values += 1;
      if (count >= objectMembers) return "objectMembers";
      if (values > jsonValues) return "jsonValues";
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      values += 1;
      commas[depth] = byte === openBrace ? 0 : Number.NEGATIVE_INFINITY;
      if (depth > jsonDepth) return "jsonDepth";
      if (values > jsonValues) return "jsonValues";
    } else if (byte === closeBrace || byte === closeBracket) {
      depth = Math.max(0, depth - 1);
    }
  }
  return undefined;
}

/** The place of the quote that closes the string opened at `start`; the end if there is none. */
function findClosingQuote(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== quote) {
    index += bytes[index] === backslash ? 2 : 1;
  }
  return index;
}
