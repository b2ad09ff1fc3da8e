import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runAtOnce } from "../runtime/steps.js";
import { fold } from "./fold.js";
import { NeedleIndex } from "./needle-index.js";
import { joinRanges, type Range } from "./range.js";

/** Looks for each needle at each place. */
function findSlowly(text: string, needles: readonly string[]): readonly Range[] {
  const found: Range[] = [];
  for (let from = 0; from < text.length; from++) {
    for (const { length } of needles.filter((one) => fold(text).startsWith(fold(one), from))) {
      found.push([from, from + length]);
    }
  }
  return joinRanges(found);
}

function find(text: string, needles: readonly string[]): readonly Range[] {
  return joinRanges(runAtOnce(new NeedleIndex(needles).findInSteps(text)));
}

/** Texts of few letters, in which everything overlaps. */
const crowded = (most: number, least = 0) =>
  fc
    .array(fc.constantFrom("a", "A", "b", "-", "+", "_", "/"), {
      minLength: least,
      maxLength: most,
    })
    .map((letters) => letters.join(""));

/** Texts of any code units, lone surrogates included. */
const anyText = (minLength: number) =>
  fc
    .array(fc.nat(0xffff), { minLength, maxLength: 10 })
    .map((codes) => String.fromCharCode(...codes));

describe("the index of needles", () => {
  it("finds what a look at each place finds", () => {
    fc.assert(
      fc.property(fc.array(crowded(8, 1), { minLength: 1 }), crowded(80), (needles, text) => {
        expect(find(text, needles)).toEqual(findSlowly(text, needles));
      }),
    );
  });

  it("finds needles of any characters", () => {
    fc.assert(
      fc.property(
        fc.array(anyText(1), { minLength: 1, maxLength: 5 }),
        anyText(0),
        (needles, around) => {
          for (const needle of needles) {
            const at: Range = [around.length, around.length + needle.length];
            const ranges = find(around + needle + around, needles);
            expect(ranges.some(([from, to]) => from <= at[0] && to >= at[1])).toBe(true);
          }
        },
      ),
    );
  });

  it("finds a needle at each place around the end of a step", () => {
    for (const at of [16_376, 16_383, 16_384]) {
      const ranges = find(`${"x".repeat(at)}a needle`, ["A NEEDLE"]);
      expect(ranges).toEqual([[at, at + 8]]);
    }
  });

  it("tells needles apart that have every window in common", () => {
    expect(find("abababab", ["abab", "ababab"])).toEqual([[0, 8]]);
    expect(find("ababab", ["ababab", "abababab"])).toEqual([[0, 6]]);
  });

  it.each([
    ["alike in all but the needle", "bb", ["x", "ab", "ba", "bb"]],
    ["at another place of a needle as long", "ba", ["x", "ab", "aa", "aaa", "ba"]],
    ["at the same place of a longer needle", "aba", ["x", "ab", "aa", "aaa", "aba"]],
  ])("finds a needle whose window another has, %s", (_case, text, needles) => {
    expect(find(text, needles)).toEqual([[0, text.length]]);
  });

  it("looks at a long text in steps", () => {
    const steps = new NeedleIndex(["needle"]).findInSteps("x".repeat(100_000));
    expect([...steps]).toHaveLength(7);
  });

  it("knows each needle by characters that others do not have", () => {
    const needles = Array.from({ length: 500 }, (_, index) => `sk-diglot-${1_000 + index}`);
    const text = needles.join(" ");
    expect(find(text, needles)).toHaveLength(500);
    expect(find("sk-diglot-0000 sk-diglot-9999", needles)).toEqual([]);
  });
});
