import { describe, expect, it } from "vitest";
import { countWords, splitWords } from "./words.js";

const texts = [
  "",
  " ",
  "one",
  "one two  three\n\nfour\t",
  "  first",
  "internationalization of words",
  '{"location":"Paris, France","days":[1,2,3]}',
  "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 emoji",
  "\ud800 lone",
];

describe("splitWords", () => {
  it.each(texts)("makes pieces that add up to %j", (text) => {
    expect([...splitWords(text)].join("")).toBe(text);
  });

  it("keeps the white space with the word before it", () => {
    expect([...splitWords("  a b\n c")]).toEqual(["  ", "a ", "b\n ", "c"]);
  });

  it("cuts words of more than 12 characters, never a character in two", () => {
    expect([...splitWords("abcdefghijklmno")]).toEqual(["abcdefghijkl", "mno"]);
    expect([...splitWords("😀".repeat(13))]).toEqual(["😀".repeat(12), "😀"]);
  });
});

describe("countWords", () => {
  it.each(texts)("counts the pieces of %j", (text) => {
    expect(countWords(text)).toBe([...splitWords(text)].length);
  });

  it("cuts at the white space of all scripts", () => {
    for (let character = 0; character < 0x10000; character++) {
      const text = `a${String.fromCharCode(character)}b`;
      expect(countWords(text)).toBe(text.match(/\S{1,12}\s*|\s+/gu)?.length);
    }
  });

  it("counts every piece as one", () => {
    for (const text of texts) {
      for (const piece of splitWords(text)) expect(countWords(piece)).toBe(1);
    }
  });
});
