import { beginsNumber, isExactNumber } from "./numbers.js";
import { RawJson, RawObject } from "./raw.js";
import { skipValue, walkElements, walkMembers } from "./spans.js";
import { openBrace, openBracket } from "./tokens.js";
import { isObject } from "./value.js";

/** What of a JSON value JavaScript would write differently, as it was written. Absent: nothing. */
export interface Spelling {
  /** The text of a number. */
  readonly text?: string | undefined;
  /** The names of an object, in the order that JavaScript does not keep. */
  readonly names?: readonly string[] | undefined;
  /** The length of a list. */
  readonly length?: number | undefined;
  /** The spellings of its members or elements. */
  readonly inner: ReadonlyMap<string | number, Spelling>;
}

/** The spellings of values of a body, by their JSON pointers. */
export type Spellings = ReadonlyMap<string, Spelling>;

/** The members of an object. */
type Members = Readonly<Record<string, unknown>>;

/** Takes the spelling of a value that was read. */
type Take = (spelling: Spelling) => void;

/** The spelling of the value that begins at an offset of a valid JSON text in UTF-8. */
export function readSpelling(bytes: Uint8Array, start: number): Spelling | undefined {
  let found: Spelling | undefined;
  readValue(bytes, start, (spelling) => {
    found = spelling;
  });
  return found;
}

/** @returns the end of the value, so that nothing is walked through twice */
function readValue(bytes: Uint8Array, start: number, take: Take): number {
  const first = bytes[start];
  if (first === openBrace) return readObject(bytes, start, take);
  if (first === openBracket) return readList(bytes, start, take);
  const end = skipValue(bytes, start);
  if (beginsNumber(first) && !isExactNumber(bytes, start, end)) {
    take({ text: decoder.decode(bytes.subarray(start, end)), inner: none });
  }
  return end;
}

const decoder = new TextDecoder();
const none: Spelling["inner"] = new Map();

/** Of repeated names the last one counts, as in `JSON.parse`. */
function readObject(bytes: Uint8Array, start: number, take: Take): number {
  const inner = new Map<string, Spelling>();
  const names = new Set<string>();
  const end = walkMembers(bytes, start, (name, at) => {
    names.add(name);
    inner.delete(name);
    return readValue(bytes, at, (spelling) => inner.set(name, spelling));
  });
  const moved = isReordered(names) ? [...names] : undefined;
  if (moved || inner.size > 0) take({ names: moved, inner });
  return end;
}

/** Whether JavaScript has these names in another order. */
function isReordered(names: ReadonlySet<string>): boolean {
  const given = [...names];
  if (!given.some((name) => /^\d/.test(name))) return false;
  const own = Object.keys(Object.fromEntries(given.map((name) => [name, true])));
  return own.some((name, index) => name !== given[index]);
}

function readList(bytes: Uint8Array, start: number, take: Take): number {
  const inner = new Map<number, Spelling>();
  let length = 0;
  const end = walkElements(bytes, start, (index, at) => {
    length = index + 1;
    return readValue(bytes, at, (spelling) => inner.set(index, spelling));
  });
  if (inner.size > 0) take({ length, inner });
  return end;
}

/**
 * A value with the spelling of the one that it was made from: the same value, or a changed one, of which
 * each number that is still in its place is written as before. `encodeJson` writes it.
 */
export function respell<Value>(value: Value, spelling: Spelling | undefined): Value {
  return spelling ? (respellAny(value, spelling) as Value) : value;
}

function respellAny(value: unknown, spelling: Spelling): unknown {
  const { text, length, inner } = spelling;
  if (text !== undefined) return Object.is(value, Number(text)) ? new RawJson(text) : value;
  if (!Array.isArray(value)) return isObject(value) ? respellObject(value, spelling) : value;
  if (value.length !== length) return value;
  return value.map((item, index) => respell(item, inner.get(index)));
}

function respellObject(value: Members, { names, inner }: Spelling): Members {
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
