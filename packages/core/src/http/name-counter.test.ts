import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNameCounter } from "./name-counter.js";

function countOf(names: readonly string[], limit: number): number {
  const counter = createNameCounter(limit);
  const add = (name: string) => {
    const bytes = new TextEncoder().encode(`"${name}"`);
    return counter.add(bytes, 1, bytes.length - 1);
  };
  return names.reduce((_count, name) => add(name), 0);
}

describe("createNameCounter", () => {
  it("never counts more names than there are, for any limit", () => {
    const limits = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 100_000 }));
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 })), limits, (names, limit) => {
        expect(countOf(names, limit)).toBeLessThanOrEqual(new Set(names).size);
      }),
    );
  });

  it("counts a name once", () => {
    expect(countOf(["a", "a", "", "", "a"], 1_000)).toBeLessThanOrEqual(2);
    expect(countOf(Array(100).fill("role"), 1)).toBe(1);
  });

  it.each([
    ["that end differently", (index: number) => `a name of some length ${index}`],
    ["that begin differently", (index: number) => `${index} is where it begins`],
    ["of two bytes", (index: number) => String.fromCharCode(32 + (index % 94), 32 + index / 94)],
    ["of zeros", (index: number) => "\0".repeat(index % 100) + Math.floor(index / 100)],
  ])("misses less than one name in five of as many as the limit, with names %s", (_, toName) => {
    const names = [...new Set(Array.from({ length: 8_000 }, (_each, index) => toName(index)))];
    expect(countOf(names, names.length)).toBeGreaterThan(0.8 * names.length);
  });

  it("counts a name with an escape as another name", () => {
    const both = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index)).flatMap(
      (letter) => [letter, `\\u00${letter.charCodeAt(0).toString(16)}`],
    );
    expect(countOf(both, 1_000)).toBeGreaterThan(26);
  });
});
