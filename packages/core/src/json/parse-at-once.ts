import type { StructureLimits } from "./json-error.js";
import { countNames } from "./names.js";
import type { ParsedJson } from "./pieces.js";

/**
 * Parses a small text with the native parser and judges the result: one look at each value, and a
 * native search for the names. Gives `undefined` for whatever is not plainly right: a text that is no
 * JSON, or is above a limit, or repeats a name, or may. The slower way over the bytes says what is
 * wrong with such a text.
 */
export function parseAtOnce(
  bytes: Uint8Array,
  limits: StructureLimits,
  decoder: TextDecoder,
): ParsedJson | undefined {
  try {
    const text = decoder.decode(bytes);
    const value: unknown = JSON.parse(text);
    const census: Census = { limits, members: 0, values: 0, isSound: true, listsNumbers: false };
    countValue(census, value, 0);
    if (!census.isSound) return undefined;
    const count = countNames(text);
    if (count?.names !== census.members) return undefined;
    const isExact = count.isExact && !census.listsNumbers;
    return { value, repeatsNames: false, holdsInfinity: false, isExact };
  } catch {
    return undefined;
  }
}

/** What a parsed value consists of. */
interface Census {
  readonly limits: StructureLimits;
  /** The members of all objects. */
  members: number;
  /** What the limit `jsonValues` counts. */
  values: number;
  /** Whether it is within the limits, and every number is finite. */
  isSound: boolean;
  /** Whether a number is an element of a list, so that no name leads to it in the text. */
  listsNumbers: boolean;
}

function countValue(census: Census, value: unknown, depth: number): void {
  if (typeof value === "number") census.isSound &&= Number.isFinite(value);
  if (typeof value !== "object" || value === null || !census.isSound) return;
  if (Array.isArray(value)) countList(census, value, depth);
  else countObject(census, value as Readonly<Record<string, unknown>>, depth);
}

function countList(census: Census, list: readonly unknown[], depth: number): void {
  countContainer(census, list.length, depth);
  for (let index = 0; index < list.length && census.isSound; index++) {
    census.listsNumbers ||= typeof list[index] === "number";
    countValue(census, list[index], depth + 1);
  }
}

function countObject(
  census: Census,
  object: Readonly<Record<string, unknown>>,
  depth: number,
): void {
  const names = Object.keys(object);
  census.members += names.length;
  census.isSound &&= names.length <= census.limits.objectMembers;
  countContainer(census, names.length, depth);
  for (let index = 0; index < names.length && census.isSound; index++) {
    countValue(census, object[names[index] as string], depth + 1);
  }
}

/** A container counts for itself and for its elements, an empty one as if it had one. */
function countContainer(census: Census, elements: number, depth: number): void {
  census.values += 1 + Math.max(1, elements);
  census.isSound &&= depth < census.limits.jsonDepth && census.values <= census.limits.jsonValues;
}
