import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quote,
  skipString,
} from "../json/tokens.js";
import type { SizeLimits } from "./size-limits.js";

/** The size limits that the structure of a JSON text alone can exceed. */
export type StructureLimits = Pick<SizeLimits, "jsonDepth" | "jsonValues" | "objectMembers">;

/** What one pass over the bytes of a JSON text finds. */
export interface Structure {
  /** The first limit that the text exceeds; nothing after that place was looked at. */
  readonly exceeded: keyof StructureLimits | undefined;
  /** The members of all objects, repeated names included. */
  readonly members: number;
}

/**
 * Judges a JSON text before it is parsed: the parser takes any text, but needs seconds and gigabytes
 * for millions of small values, and code that uses a deep result overflows the stack. Text that is
 * not JSON exceeds nothing.
 */
export function readStructure(
  bytes: Uint8Array,
  { jsonDepth, jsonValues, objectMembers }: StructureLimits,
): Structure {
  /** The commas of each open object so far; those of lists are not limited. */
  const commas: number[] = [Number.NEGATIVE_INFINITY];
  let depth = 0;
  let values = 0;
  let members = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === quote) {
      index = skipString(bytes, index) - 1;
    } else if (byte === comma) {
      const count = (commas[depth] ?? 0) + 1;
      commas[depth] = count;
      values += 1;
      if (count >= objectMembers) return { exceeded: "objectMembers", members };
      if (values > jsonValues) return { exceeded: "jsonValues", members };
    } else if (byte === colon) {
      members += 1;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      values += 1;
      commas[depth] = byte === openBrace ? 0 : Number.NEGATIVE_INFINITY;
      if (depth > jsonDepth) return { exceeded: "jsonDepth", members };
      if (values > jsonValues) return { exceeded: "jsonValues", members };
    } else if (byte === closeBrace || byte === closeBracket) {
      depth = Math.max(0, depth - 1);
    }
  }
  return { exceeded: undefined, members };
}
