import type { Steps } from "../runtime/steps.js";
import { beginsNumber, readRespelled } from "./numbers.js";
import { RawJson, RawObject } from "./raw.js";
import { readName, skipComma, skipSpace, skipValue } from "./spans.js";
import { closeBrace, closeBracket, openBrace, openBracket, skipString } from "./tokens.js";
import { isObject } from "./value.js";

/**
 * What of a JSON value JavaScript would write differently, as it was written: the text of a number, or
 * what is inside a list or an object. A body may have hundreds of thousands of such numbers.
 */
export type Spelling = string | InnerSpellings;

/** The spellings of what is inside a list or an object. */
export interface InnerSpellings {
  /** The names of an object, in the order that JavaScript does not keep. */
  readonly names?: readonly string[] | undefined;
  /** The length of a list. */
  readonly length?: number | undefined;
  /** Of its members or elements. */
  readonly inner: ReadonlyMap<string | number, Spelling>;
}

/** The spelling of a member or an element of a spelled value. */
export function innerOf(
  spelling: Spelling | undefined,
  step: string | number,
): Spelling | undefined {
  return typeof spelling === "object" ? spelling.inner.get(step) : undefined;
}

/** The names of a spelled object, if JavaScript has them in another order. */
export function orderOf(spelling: Spelling | undefined): readonly string[] | undefined {
  return typeof spelling === "object" ? spelling.names : undefined;
}

/** The spellings of values of a body, by their JSON pointers. */
export type Spellings = ReadonlyMap<string, Spelling>;

/** The members of an object. */
type Members = Readonly<Record<string, unknown>>;

/** A value that was read, and where it ends, so that nothing is walked through twice. */
interface Read {
  readonly end: number;
  readonly spelling?: Spelling | undefined;
}

/** The spelling of the value that begins at an offset of a valid JSON text in UTF-8. */
export function* readSpelling(bytes: Uint8Array, start: number): Steps<Spelling | undefined> {
  return (yield* readValue(bytes, start)).spelling;
}

function* readValue(bytes: Uint8Array, start: number): Steps<Read> {
  const first = bytes[start];
  if (first === openBrace) return yield* readObject(bytes, start);
  if (first === openBracket) return yield* readList(bytes, start);
  const end = skipValue(bytes, start);
  return { end, spelling: readScalar(bytes, start, end) };
}

function readScalar(bytes: Uint8Array, start: number, end: number): string | undefined {
  return beginsNumber(bytes[start]) ? readRespelled(bytes, start, end) : undefined;
}

/** A list may hold hundreds of thousands of numbers, which need no generator each. */
const itemsPerStep = 512;

/** Of repeated names the last one counts, as in `JSON.parse`. */
function* readObject(bytes: Uint8Array, start: number): Steps<Read> {
  const inner = new Map<string, Spelling>();
  const names = new Set<string>();
  let index = skipSpace(bytes, start + 1);
  for (let count = 1; index < bytes.length && bytes[index] !== closeBrace; count++) {
    const nameEnd = skipString(bytes, index);
    const name = readName(bytes, index + 1, nameEnd - 1);
    const at = skipSpace(bytes, skipSpace(bytes, nameEnd) + 1);
    const { end, spelling } = yield* readValue(bytes, at);
    names.add(name);
    if (spelling === undefined) inner.delete(name);
    else inner.set(name, spelling);
    index = skipComma(bytes, end);
    if (count % itemsPerStep === 0) yield;
  }
  const moved = isReordered(names) ? [...names] : undefined;
  const isSpelled = moved !== undefined || inner.size > 0;
  return { end: index + 1, spelling: isSpelled ? { names: moved, inner } : undefined };
}

/** Whether JavaScript has these names in another order. */
function isReordered(names: ReadonlySet<string>): boolean {
  const given = [...names];
  if (!given.some((name) => /^\d/.test(name))) return false;
  const own = Object.keys(Object.fromEntries(given.map((name) => [name, true])));
  return own.some((name, index) => name !== given[index]);
}

function* readList(bytes: Uint8Array, start: number): Steps<Read> {
  const inner = new Map<number, Spelling>();
  let index = skipSpace(bytes, start + 1);
  let length = 0;
  for (; index < bytes.length && bytes[index] !== closeBracket; length++) {
    const first = bytes[index];
    const isNested = first === openBrace || first === openBracket;
    const nested = isNested ? yield* readValue(bytes, index) : undefined;
    const end = nested?.end ?? skipValue(bytes, index);
    const spelling = nested ? nested.spelling : readScalar(bytes, index, end);
    if (spelling !== undefined) inner.set(length, spelling);
    index = skipComma(bytes, end);
    if (length % itemsPerStep === itemsPerStep - 1) yield;
  }
  return { end: index + 1, spelling: inner.size > 0 ? { length, inner } : undefined };
}

/**
 * A value with the spelling of the one that it was made from: the same value, or a changed one, of which
 * each number that is still in its place is written as before. `encodeJson` writes it.
 */
export function respell<Value>(value: Value, spelling: Spelling | undefined): Value {
  return spelling ? (respellAny(value, spelling) as Value) : value;
}

function respellAny(value: unknown, spelling: Spelling): unknown {
  if (typeof spelling === "string") {
    return Object.is(value, Number(spelling)) ? new RawJson(spelling) : value;
  }
  const { length, inner } = spelling;
  if (!Array.isArray(value)) return isObject(value) ? respellObject(value, spelling) : value;
  if (value.length !== length) return value;
  return value.map((item, index) => respell(item, inner.get(index)));
}

function respellObject(value: Members, { names, inner }: InnerSpellings): Members {
  return inOrder(
    Object.keys(value).map((name) => [name, respell(value[name], inner.get(name))]),
    names,
  );
}

/** An object of these members, in the order of the names that it was made from. */
export function inOrder(
  members: readonly (readonly [name: string, value: unknown])[],
  names: readonly string[] | undefined,
): Members {
  const own = new Map(members);
  if (!names) return Object.fromEntries(own);
  const ordered = new Set([...names.filter((name) => own.has(name)), ...own.keys()]);
  return new RawObject([...ordered].map((name) => [name, own.get(name)])) as object as Members;
}
