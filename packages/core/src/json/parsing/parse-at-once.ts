import type { StructureLimits } from "../json-error.js";
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
    if (typeof value === "object" && value !== null) countContainer(census, value, 0);
    if (typeof value === "number") census.isSound = Number.isFinite(value);
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

/** A container counts for itself and for its elements, an empty one as if it had one. */
function countContainer(census: Census, container: object, depth: number): void {
  const isList = Array.isArray(container);
  const elements: readonly unknown[] = isList ? container : Object.values(container);
  if (!isList) {
    census.members += elements.length;
    census.isSound &&= elements.length <= census.limits.objectMembers;
  }
  census.values += 1 + Math.max(1, elements.length);
  census.isSound &&= depth < census.limits.jsonDepth && census.values <= census.limits.jsonValues;
  for (let index = 0; index < elements.length && census.isSound; index++) {
    const element = elements[index];
    if (typeof element === "number") {
      census.isSound = Number.isFinite(element);
      census.listsNumbers ||= isList;
    } else if (typeof element === "object" && element !== null) {
      countContainer(census, element, depth + 1);
    }
  }
}
