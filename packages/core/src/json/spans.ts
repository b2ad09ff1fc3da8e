import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  isSpace,
  openBrace,
  openBracket,
  quote,
  skipString,
} from "./tokens.js";
import { unescapeJson } from "./value.js";

/**
 * The positions of values in a JSON text, so that single values can be changed or copied while
 * every other byte stays. All functions expect valid JSON in UTF-8; use them for bodies that were
 * parsed.
 */

/** A range of bytes; `end` is the first byte after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One member of an object. */
export interface Member {
  readonly name: string;
  /** From the quote of the name to the end of the value. */
  readonly entry: Span;
  readonly value: Span;
}

/** No byte of white space is above it. */
const space = 0x20;

/** A name may begin with a byte order mark. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** The members of the object that begins at an offset, repeated names included; empty if it is not an object. */
export function membersOf(bytes: Uint8Array, offset = 0): readonly Member[] {
  const members: Member[] = [];
  walkMembers(bytes, offset, (name, start, nameStart) => {
    const end = skipValue(bytes, start);
    members.push({ name, entry: { start: nameStart, end }, value: { start, end } });
    return end;
  });
  return members;
}

/** The same members, for which the text is searched when they are first asked for. */
export function lazyMembersOf(bytes: Uint8Array): () => readonly Member[] {
  let members: readonly Member[] | undefined;
  return () => {
    members ??= membersOf(bytes);
    return members;
  };
}

/** The elements of the array that begins at an offset; empty if it is not an array. */
export function elementsOf(bytes: Uint8Array, offset = 0): readonly Span[] {
  const elements: Span[] = [];
  walkElements(bytes, offset, (_index, start) => {
    const end = skipValue(bytes, start);
    elements.push({ start, end });
    return end;
  });
  return elements;
}

/**
 * The values under a path of member names, repeated names included, in the object that begins at an
 * offset. A value that the text cuts off is left out.
 */
export function valuesAt(
  bytes: Uint8Array,
  [name, ...inner]: readonly string[],
  offset = 0,
): readonly Span[] {
  const spans: Span[] = [];
  walkMembers(bytes, offset, (member, start) => {
    if (member !== name) return undefined;
    const end = skipValue(bytes, start);
    if (inner.length > 0) spans.push(...valuesAt(bytes, inner, start));
    else if (end <= bytes.length) spans.push({ start, end });
    return end;
  });
  return spans;
}

/**
 * Visits the members of the object that begins at an offset. A visitor that walks through a value
 * returns its end, so that nothing is walked through twice; one that returns nothing lets it be skipped.
 * @returns the end of the object; of another value, if it is not an object
 */
export function walkMembers(
  bytes: Uint8Array,
  offset: number,
  visit: (name: string, start: number, nameStart: number) => number | undefined,
): number {
  let index = skipSpace(bytes, offset);
  if (bytes[index] !== openBrace) return skipValue(bytes, index);
  index = skipSpace(bytes, index + 1);
  while (index < bytes.length && bytes[index] !== closeBrace) {
    const nameEnd = skipString(bytes, index);
    const name = readName(bytes, index + 1, nameEnd - 1);
    const start = skipSpace(bytes, skipSpace(bytes, nameEnd) + 1);
    index = skipSpace(bytes, visit(name, start, index) ?? skipValue(bytes, start));
    if (bytes[index] === comma) index = skipSpace(bytes, index + 1);
  }
  return index + 1;
}

/** Names that are longer, or have other characters, are left to the decoder, which is slow to begin. */
const shortName = 24;

/** The name between two offsets, its quotes left out. */
export function readName(bytes: Uint8Array, from: number, to: number): string {
  let name = "";
  for (let index = from; index < to; index++) {
    const byte = bytes[index] ?? 0;
    if (byte > 0x7f || byte === backslash || to - from > shortName) {
      return unescapeJson(decoder.decode(bytes.subarray(from, to)));
    }
    name += String.fromCharCode(byte);
  }
  return name;
}

/** Visits the elements of the array that begins at an offset, in the same way. */
export function walkElements(
  bytes: Uint8Array,
  offset: number,
  visit: (element: number, start: number) => number | undefined,
): number {
  let index = skipSpace(bytes, offset);
  if (bytes[index] !== openBracket) return skipValue(bytes, index);
  index = skipSpace(bytes, index + 1);
  for (let element = 0; index < bytes.length && bytes[index] !== closeBracket; element++) {
    index = skipSpace(bytes, visit(element, index) ?? skipValue(bytes, index));
    if (bytes[index] === comma) index = skipSpace(bytes, index + 1);
  }
  return index + 1;
}

/** A replacement of a range by other bytes. */
export interface Edit extends Span {
  readonly text: string;
}

/** Edits that remove some elements from their array, together with their commas. */
export function removeElements(
  elements: readonly Span[],
  isRemoved: (index: number) => boolean,
): readonly Edit[] {
  const lastKept = elements.findLastIndex((_element, index) => !isRemoved(index));
  const edits = elements.flatMap(({ start }, index) => {
    const next = elements[index + 1];
    return index < lastKept && next && isRemoved(index)
      ? [{ start, end: next.start, text: "" }]
      : [];
  });
  const from = elements[lastKept]?.end ?? elements[0]?.start ?? 0;
  const to = elements.at(-1)?.end ?? 0;
  return from < to ? [...edits, { start: from, end: to, text: "" }] : edits;
}

/** Edits that remove the members with some names from their object. */
export function removeMembers(
  members: readonly Member[],
  removed: ReadonlySet<string>,
): readonly Edit[] {
  if (removed.size === 0) return [];
  return removeElements(
    members.map(({ entry }) => entry),
    (index) => removed.has(members[index]?.name ?? ""),
  );
}

/** An edit that sets a member of an object which has members. */
export function setMember(members: readonly Member[], name: string, text: string): readonly Edit[] {
  const member = members.findLast((each) => each.name === name);
  if (member) return [{ ...member.value, text }];
  const end = members.at(-1)?.entry.end;
  return end === undefined ? [] : [{ start: end, end, text: `,${JSON.stringify(name)}:${text}` }];
}

/** The bytes with some ranges replaced. The ranges do not overlap. */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  if (edits.length === 0) return bytes;
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(bytes.subarray(from, start), encoder.encode(text));
    from = end;
  }
  pieces.push(bytes.subarray(from));
  return joinBytes(pieces);
}

/** Joins blocks of bytes. */
export function joinBytes(blocks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(blocks.reduce((length, block) => length + block.length, 0));
  let offset = 0;
  for (const block of blocks) {
    joined.set(block, offset);
    offset += block.length;
  }
  return joined;
}

/** Skips white space, and a byte order mark at the very beginning. */
export function skipSpace(bytes: Uint8Array, offset: number): number {
  let index = offset === 0 && bytes[0] === 0xef ? 3 : offset;
  // Most texts have no white space between tokens, and every other byte there is above it.
  while ((bytes[index] ?? quote) <= space && isSpace(bytes[index])) index++;
  return index;
}

/** Skips the comma before the next member or element, if there is one. */
export function skipComma(bytes: Uint8Array, offset: number): number {
  const index = skipSpace(bytes, offset);
  return bytes[index] === comma ? skipSpace(bytes, index + 1) : index;
}

/** The offset after the value that begins at `start`. */
export function skipValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === quote) return skipString(bytes, start);
  if (first === openBrace || first === openBracket) return skipNested(bytes, start);
  let index = start;
  while (index < bytes.length && !endsScalar(bytes[index])) index++;
  return index;
}

function endsScalar(byte: number | undefined): boolean {
  return byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte);
}

function skipNested(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let index = start;
  while (index < bytes.length) {
    const byte = bytes[index];
    if (byte === quote) {
      index = skipString(bytes, index);
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth++;
    if (byte === closeBrace || byte === closeBracket) depth--;
    index++;
    if (depth === 0) break;
  }
  return index;
}
