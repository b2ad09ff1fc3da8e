import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCutters } from "./cut-pieces.js";

const characters = fc.constantFrom(...'ab 1\n\t,:{}[]"é値😀', "\ud83d", "\ude00");
const texts = fc.array(characters, { maxLength: 40 }).map((list) => list.join(""));

describe("toCutters", () => {
  it("cuts before white space, and JSON behind colons and commas", () => {
    const { text, json } = toCutters();
    expect(text("One two,\n three ")).toEqual(["One", " two,", "\n three", " "]);
    expect(json('{"a":1,"b":[2, 3]}')).toEqual(['{"a":', "1,", '"b":', "[2, ", "3]}"]);
  });

  it("cuts after so many characters, and never inside one", () => {
    expect(toCutters(2).text("ab😀c")).toEqual(["ab", "😀c"]);
  });

  it("leaves texts whole, or cuts them as a function does", () => {
    expect(toCutters("whole").json("{}")).toEqual(["{}"]);
    expect(toCutters((text) => [...text]).text("ab")).toEqual(["a", "b"]);
  });

  it.each(["words", "whole", 1, 7] as const)("%s: the pieces are the text again", (pieces) => {
    const { text, json } = toCutters(pieces);
    fc.assert(
      fc.property(texts, (value) => {
        expect([text(value).join(""), json(value).join("")]).toEqual([value, value]);
      }),
    );
  });
});
