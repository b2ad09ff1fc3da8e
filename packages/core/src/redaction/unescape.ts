import type { Steps } from "../runtime/steps.js";
import { beginsEscape, readEscape } from "./read-escape.js";

/** A text with one layer of escapes removed, and the way back to the text before. */
export interface Unescaped {
  readonly text: string;
  /** The place in the text before that a place of this one stands for. */
  toSource(place: number): number;
}

/** Characters that are looked at in one step. */
const charactersPerStep = 16_384;

/** What an escape begins with. */
const special = /[\\%&]/;

/** Removes one layer of escapes; `undefined` for a text without any. Linear in the text. */
export function* unescapeInSteps(text: string): Steps<Unescaped | undefined> {
  if (!special.test(text)) return undefined;
  const pieces: string[] = [];
  const codes = new Uint16Array(Math.min(text.length, charactersPerStep));
  /** Of each escape: the place of its character, and the place behind it in the text before. */
  const places: number[] = [];
  const ends: number[] = [];
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const limit = Math.min(text.length, at + codes.length);
    let count = 0;
    for (; at < limit; count++) {
      const code = text.charCodeAt(at);
      const found = beginsEscape(code) ? readEscape(text, at) : undefined;
      codes[count] = found?.code ?? code;
      at += found?.length ?? 1;
      if (!found) continue;
      places.push(length + count);
      ends.push(at);
    }
    pieces.push(toText(codes.subarray(0, count)));
    length += count;
    yield;
  }
  if (ends.length === 0) return undefined;
  return { text: pieces.join(""), toSource: (place) => toSource(place, places, ends) };
}

/** A call with a list of arguments is several times as fast as one that spreads them. */
function toText(codes: Uint16Array): string {
  return String.fromCharCode.apply(undefined, codes as unknown as number[]);
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
