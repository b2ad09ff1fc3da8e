import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runAtOnce } from "../runtime/steps.js";
import { unescapeInSteps } from "./unescape.js";

function unescapeText(text: string) {
  return runAtOnce(unescapeInSteps(text));
}

describe("unescaping", () => {
  it.each([
    ["\\u0041", "A"],
    ["\\u00e4", "ä"],
    ["\\u00E4", "ä"],
    ["\\x4b", "K"],
    ["%4b%4B", "KK"],
    ["&#75;", "K"],
    ["&#0075;", "K"],
    ["&#x4B;", "K"],
    ["&#X4b;", "K"],
    ["&amp;&LT;&gt;&quot;&apos;", "&<>\"'"],
    ['\\/\\"\\\\', '/"\\'],
    ["a\\nb", "anb"],
    ["%2541", "%41"],
    ["100% of %zz, &c; \\\n", undefined],
    ["", undefined],
  ])("makes of %j %j", (text, plain) => {
    expect(unescapeText(text)?.text).toBe(plain);
  });

  it("says of each place where it was", () => {
    const piece = fc.constantFrom("a", "\\u0041", "%41", "&#65;", "&amp;", "\\", "%", "&", "\\n");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        const { text: plain, toSource } = unescapeText(text) ?? expectPlain(text);
        expect([toSource(0), toSource(plain.length)]).toEqual([0, text.length]);
        for (let at = 0; at < plain.length; at++) {
          const written = text.slice(toSource(at), toSource(at + 1));
          expect(unescapeText(written)?.text ?? written).toBe(plain[at]);
        }
      }),
    );
  });

  it("unescapes what stands around the end of a step", () => {
    for (const before of [16_375, 16_383]) {
      const text = "x".repeat(before);
      expect(unescapeText(`${text}&#x00004b;\\u004b`)?.text).toBe(`${text}KK`);
    }
  });

  it("says of each place behind the end of a step where it was", () => {
    const before = 40_000;
    const { text, toSource } = unescapeText(`${"x".repeat(before)}%41-%42`) ?? expectPlain("");
    expect(text.slice(before)).toBe("A-B");
    expect([0, 1, 2, 3].map((place) => toSource(before + place) - before)).toEqual([0, 3, 4, 7]);
  });

  it("takes a step for each part of a long text", () => {
    expect([...unescapeInSteps(`%41${"x".repeat(100_000)}`)]).toHaveLength(7);
  });
});

/** A text without escapes stays as it is. */
function expectPlain(text: string) {
  expect(text).not.toMatch(/%41|\\u0041|&#65;|&amp;|\\n/);
  return { text, toSource: (place: number) => place };
}
