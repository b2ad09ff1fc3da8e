import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTooDeep } from "./json-depth.js";

function tooDeep(text: string, limit: number): boolean {
  return findTooDeep(new TextEncoder().encode(text), limit);
}

/** The nesting of a parsed value, found by recursion. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("findTooDeep", () => {
  it("agrees with the nesting of the parsed value, for any JSON and any limit", () => {
    const spacing = fc.constantFrom(0, 2, "\t");
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(6), spacing, (value, limit, space) => {
        expect(tooDeep(JSON.stringify(value, null, space), limit)).toBe(depthOf(value) > limit);
      }),
      { numRuns: repeats(500, 10_000) },
    );
  });

  it.each(['"[[[["', '"\\"[[["', '"\\\\"', '{"[[[": "{{{"}', '"é[[[値{{{"'])(
    "ignores the brackets in the string %s",
    (text) => {
      expect(tooDeep(text, 1)).toBe(false);
    },
  );

  it("sees brackets again after a string", () => {
    expect(tooDeep('["\\\\",[[1]]]', 2)).toBe(true);
    expect(tooDeep('["\\\\",[[1]]]', 3)).toBe(false);
  });

  it("accepts siblings that are as deep as the limit", () => {
    expect(tooDeep("[[],[],[]]", 2)).toBe(false);
    expect(tooDeep("[[],[],[[]]]", 2)).toBe(true);
  });

  it("accepts text that is not JSON", () => {
    for (const text of ["", "]]]]", '"unfinished [', "\\", '"\\']) {
      expect(tooDeep(text, 1)).toBe(false);
    }
  });
});
