import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromJsonText, toJsonText } from "./json-text.js";

const anyJson = fc.jsonValue({ stringUnit: "binary" });

describe("JSON for PostgreSQL", () => {
  it("gives every value back", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(fromJsonText(toJsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ["NUL", "a\u0000b"],
    ["half of a surrogate pair", "\ud83d and \ude42"],
    ["the substitute itself", "\u001a0000"],
    ["what looks like an escape", "\\u0000 \\\\u001ad83d"],
    ["a whole surrogate pair", "🙂"],
  ])("gives %s back, in names too", (_, text) => {
    expect(fromJsonText(toJsonText({ [text]: [text] }))).toEqual({ [text]: [text] });
  });

  it("writes nothing that PostgreSQL refuses", () => {
    expect(toJsonText(["\u0000", "\ud83d", "\u001a", "\\u0000"])).toBe(
      '["\\u001a0000","\\u001ad83d","\\u001a001a","\\\\u0000"]',
    );
  });
});
