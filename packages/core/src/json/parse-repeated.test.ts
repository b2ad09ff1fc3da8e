import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRepeatedParser } from "./parse-repeated.js";
import { parseJson, toObject } from "./value.js";

const member = /"text"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/;

function createParser() {
  return createRepeatedParser(member, (value) => toObject(value).delta);
}

describe("createRepeatedParser", () => {
  it("returns the same value for a text that differs in the string only", () => {
    const parse = createParser();
    parse('{"index":0,"delta":{"text":"one"}}');
    const second = parse('{"index":0,"delta":{"text":"two"}}');
    expect(second).toEqual({ index: 0, delta: { text: "two" } });
    expect(parse('{"index":0,"delta":{"text":"three"}}')).toBe(second);
    expect(second).toEqual({ index: 0, delta: { text: "three" } });
  });

  it("never changes what it has returned for a text with other members", () => {
    const parse = createParser();
    const [first, , third] = ["a", "b", "c"].map((text) => parse(`{"kept":{"text":"${text}"}}`));
    expect([first, third]).toEqual([{ kept: { text: "a" } }, { kept: { text: "c" } }]);
  });

  it("reads any sequence of texts as a parser does", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom("\ue000", '"', "\\", "ä", '","text":"', "\n"),
    );
    const json = fc.oneof(
      text.map((said) => JSON.stringify({ index: 0, delta: { text: said } })),
      fc
        .tuple(text, text)
        .map(([one, two]) => JSON.stringify({ text: one, delta: { text: two, more: [one] } })),
      text.map((said) => JSON.stringify({ delta: { more: said, text: "" } })),
      text.map((said) => `{"delta":{"text":"${said}","text":"a"}}`),
      text,
    );
    fc.assert(
      fc.property(fc.array(json, { maxLength: 20 }), (texts) => {
        const parse = createParser();
        for (const each of texts) expect(parse(each)).toEqual(parseJson(each));
      }),
      { numRuns: 500 },
    );
  });
});
