import type { Steps } from "../conversation/steps.js";
import { matchInSteps, type Pattern } from "./match-in-steps.js";

/** A text with one layer of escapes removed, and the way back to the text before. */
export interface Unescaped {
  readonly text: string;
  /** The place in the text before that a place of this one stands for. */
  toSource(place: number): number;
}

/** Escapes of JSON and of programs, of URLs and of HTML. */
const escapes: Pattern = {
  expression:
    /\\u([0-9a-f]{4})|(?:\\x|%)([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos);|\\(.)/gi,
  longest: 10,
};

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** Removes one layer of escapes; `undefined` for a text without any. Linear in the text. */
export function* unescapeInSteps(text: string): Steps<Unescaped | undefined> {
  const pieces: string[] = [];
  /** Of each escape: the place of its character, and the place behind the escape before. */
  const places: number[] = [];
  const ends: number[] = [];
  let end = 0;
  let length = 0;
  yield* matchInSteps(text, escapes, (match, index) => {
    pieces.push(text.slice(end, index), toCharacter(match));
    length += index - end;
    places.push(length);
    length += 1;
    end = index + match[0].length;
    ends.push(end);
  });
  if (ends.length === 0) return undefined;
  pieces.push(text.slice(end));
  return { text: pieces.join(""), toSource: (place) => toSource(place, places, ends) };
}

function toCharacter([, unit, byte, hex, decimal, entity, character]: RegExpExecArray): string {
  if (entity !== undefined) return entities[entity.toLowerCase()] ?? "";
  if (character !== undefined) return character;
  const code = decimal === undefined ? Number.parseInt(unit ?? byte ?? hex ?? "", 16) : +decimal;
  return String.fromCharCode(code);
}

/** Counts on from the last escape before the place. */
function toSource(place: number, places: readonly number[], ends: readonly number[]): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return place;
  return (ends[low - 1] ?? 0) + place - (places[low - 1] ?? 0) - 1;
}
