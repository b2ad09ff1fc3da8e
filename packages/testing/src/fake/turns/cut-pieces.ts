import type { FakeOptions } from "../fake.js";

/** Cuts a text into pieces; joined they are the text again. */
export type CutText = (text: string) => readonly string[];

/** A word with the white space before it. */
const words = /\s*\S+|\s+$/g;
/** JSON hardly has white space: here a piece ends behind a colon or a comma. */
const jsonWords = /[^\s:,]*[\s:,]+|[^\s:,]+$/g;

/** The ways in which texts and JSON are cut. */
export function toCutters(pieces: FakeOptions["pieces"] = "words"): {
  readonly text: CutText;
  readonly json: CutText;
} {
  if (pieces === "words") return { text: cutBy(words), json: cutBy(jsonWords) };
  const cut = toCut(pieces);
  return { text: cut, json: cut };
}

function toCut(pieces: "whole" | number | CutText): CutText {
  if (typeof pieces === "function") return pieces;
  if (pieces === "whole") return (text) => [text];
  return (text) => cutAfter(text, pieces);
}

function cutBy(pattern: RegExp): CutText {
  return (text) => text.match(pattern) ?? [];
}

function cutAfter(text: string, size: number): readonly string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(""),
  );
}
