import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { skipString } from "./tokens.js";

describe("skipString", () => {
  it("finds the end of any string, however long it is and whatever is escaped in it", () => {
    const anyText = fc.string({ unit: fc.constantFrom("a", "\\", '"', "é", "b".repeat(20)) });
    fc.assert(
      fc.property(anyText, anyText, (text, after) => {
        const string = new TextEncoder().encode(JSON.stringify(text));
        const bytes = Uint8Array.of(...string, ...new TextEncoder().encode(after));
        expect(skipString(bytes, 0)).toBe(string.length);
      }),
    );
  });

  it.each(['"', '"a', `"${"a".repeat(100)}\\"`, '"\\'])("goes behind the end of %j", (text) => {
    const bytes = new TextEncoder().encode(text);
    expect(skipString(bytes, 0)).toBeGreaterThan(bytes.length);
  });
});
