import { endsStep, type Steps } from "../runtime/steps.js";
import { unescapeStep } from "./pointer.js";
import { readName, skipComma, skipSpace, skipValue, walkElements, walkMembers } from "./spans.js";
import { closeBrace, closeBracket, openBracket, skipString } from "./tokens.js";

/** Where the members of an object begin, or the elements of a list, by their steps in a pointer. */
type Starts = ReadonlyMap<string, number>;

/** Finds values of a body by their JSON pointers. Nothing is searched twice. */
export interface BodyPlaces {
  /** The offset at which a value begins, if it exists. */
  startOf(pointer: string): number | undefined;
}

/** The places in a body. Its outermost members are found in steps, since one may be nearly all of it. */
export function* findPlaces(bytes: Uint8Array): Steps<BodyPlaces> {
  const found = new Map([["", yield* findMembers(bytes)]]);

  function startOf(pointer: string): number | undefined {
    const end = pointer.lastIndexOf("/");
    return startsIn(pointer.slice(0, end)).get(unescapeStep(pointer.slice(end + 1)));
  }

  function startsIn(pointer: string): Starts {
    const known = found.get(pointer);
    if (known) return known;
    const start = startOf(pointer);
    const starts: Starts = start === undefined ? new Map() : startsAt(bytes, start);
    found.set(pointer, starts);
    return starts;
  }

  return { startOf };
}

/** Of repeated names the last one counts, as in `JSON.parse`. */
function startsAt(bytes: Uint8Array, offset: number): Starts {
  const starts = new Map<string, number>();
  const visit = (step: string | number, start: number) => {
    starts.set(String(step), start);
    return undefined;
  };
  if (bytes[offset] === openBracket) walkElements(bytes, offset, visit);
  else walkMembers(bytes, offset, visit);
  return starts;
}

/** The members of the outermost object. */
function* findMembers(bytes: Uint8Array): Steps<Starts> {
  const starts = new Map<string, number>();
  let index = skipSpace(bytes, skipSpace(bytes, 0) + 1);
  while (index < bytes.length && bytes[index] !== closeBrace) {
    const nameEnd = skipString(bytes, index);
    const start = skipSpace(bytes, skipSpace(bytes, nameEnd) + 1);
    starts.set(readName(bytes, index + 1, nameEnd - 1), start);
    index = skipComma(bytes, yield* skipInSteps(bytes, start));
  }
  return starts;
}

/** The offset after a value; a list takes a step for every few elements. */
function* skipInSteps(bytes: Uint8Array, start: number): Steps<number> {
  if (bytes[start] !== openBracket) return skipValue(bytes, start);
  let index = skipSpace(bytes, start + 1);
  for (let element = 0; index < bytes.length && bytes[index] !== closeBracket; element++) {
    index = skipComma(bytes, skipValue(bytes, index));
    if (endsStep(element)) yield;
  }
  return index + 1;
}
