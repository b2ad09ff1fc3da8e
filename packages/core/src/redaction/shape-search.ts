import type { Steps } from "../runtime/steps.js";
import { matchInSteps, type Pattern } from "./match-in-steps.js";
import { addRange, type Range } from "./range.js";
import { type ShapePart, secretShapes } from "./secret-shapes.js";

const wordBegins = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]))`;

/** The beginnings of all shapes, each a group of its own. */
const beginnings: Pattern = {
  expression: new RegExp(
    `${wordBegins}(?:${secretShapes.map(({ begins }) => `(${begins})`).join("|")})`,
    "g",
  ),
  longest: 16,
};

/** A part, and what finds the first character behind it. */
interface BoundedPart extends ShapePart {
  readonly outside: RegExp;
}

/** The parts of each shape. */
const boundedParts: readonly (readonly BoundedPart[])[] = secretShapes.map(({ parts }) =>
  parts.map((part) => ({ ...part, outside: new RegExp(`[^${part.alphabet}]`, "g") })),
);

/**
 * Where texts are shaped like credentials. The parts of a shape are not matched by one regular
 * expression: where a text begins like a credential again and again, each beginning would read on to
 * the end of the same run of characters. Here a run is read once for all that begin in it.
 */
export function* findShapesInSteps(text: string): Steps<readonly Range[]> {
  const found: Range[] = [];
  const readers: PlaceReader[] = [];
  yield* matchInSteps(text, beginnings, (match, from) => {
    const shape = match.findIndex((group, index) => index > 0 && group !== undefined) - 1;
    readers[shape] ??= createShapeReader(text, boundedParts[shape] ?? []);
    const to = readers[shape](from + match[0].length);
    if (to !== undefined) addRange(found, [from, to]);
  });
  return found;
}

/** Reads on from some place. The places that it is asked for must not decrease. */
type PlaceReader = (place: number) => number | undefined;

/** Where the text of a shape ends whose beginning ends at a place; `undefined` if it is not of the shape. */
function createShapeReader(text: string, parts: readonly BoundedPart[]): PlaceReader {
  const readers = parts.map((part) => createPartReader(text, part));
  return (place) => {
    let end: number | undefined = place;
    for (const read of readers) end = end === undefined ? undefined : read(end);
    return end;
  };
}

/** Where a part ends that begins at a place; `undefined` if it is too short. */
function createPartReader(
  text: string,
  { outside, least, most = Number.POSITIVE_INFINITY }: BoundedPart,
): PlaceReader {
  /** The end of the last run that was read: a run that begins within it ends there, too. */
  let end = 0;
  return (place) => {
    if (place >= end) {
      outside.lastIndex = place;
      end = outside.exec(text)?.index ?? text.length;
    }
    const length = Math.min(end - place, most);
    return length < least ? undefined : place + length;
  };
}
