import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTruncatedObject } from "./truncated-json.js";

/** Whether every leaf of `part` is at the same place in `whole`. */
function isPart(part: unknown, whole: unknown): boolean {
  if (typeof part !== "object" || part === null) return Object.is(part, whole);
  if (typeof whole !== "object" || whole === null) return false;
  if (Array.isArray(part) !== Array.isArray(whole)) return false;
  return Object.entries(part).every(
    ([key, value]) =>
      Object.hasOwn(whole, key) && isPart(value, (whole as Record<string, unknown>)[key]),
  );
}

describe("parseTruncatedObject", () => {
  const cases: readonly (readonly [text: string, input: unknown])[] = [
    ["", {}],
    ["{", {}],
    ['{"a', {}],
    ['{"a":', {}],
    ['{"a":12', {}],
    ['{"a":12,', { a: 12 }],
    ['{"a":12 ', { a: 12 }],
    ['{"a":tru', {}],
    ['{"a":true', { a: true }],
    ['{"a":"x\\"', {}],
    ['{"a":"x\\\\"', { a: "x\\" }],
    ['{"a":1,"b"', { a: 1 }],
    ['{"a":[1,2,{"b":3,"c":4', { a: [1, 2, { b: 3 }] }],
    ['{"a":{"b":"x', { a: {} }],
    ['{"a":1}', { a: 1 }],
    ["[1,2", {}],
    ["nonsense", {}],
    ['{"a":1]', {}],
    ['{"a":}{', {}],
  ];
  for (const [text, input] of cases) {
    it(`M066 keeps the complete members of ${text || "nothing"}`, () => {
      expect(parseTruncatedObject(text)).toEqual(input);
    });
  }

  it("M066 returns a part of the object for every beginning of its text", () => {
    const objects = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
    fc.assert(
      fc.property(objects, fc.boolean(), fc.nat(), (object, pretty, cut) => {
        const text = JSON.stringify(object, null, pretty ? 1 : 0);
        const whole = JSON.parse(text);
        expect(parseTruncatedObject(text)).toEqual(whole);
        expect(isPart(parseTruncatedObject(text.slice(0, cut % (text.length + 1))), whole)).toBe(
          true,
        );
      }),
      { numRuns: repeats(500, 10_000) },
    );
  });

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\1-e tn') }), (text) => {
        expect(typeof parseTruncatedObject(text)).toBe("object");
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });

  it("keeps a member named __proto__ an ordinary member", () => {
    const input = parseTruncatedObject('{"__proto__":{"a":1},"b":"');
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
    expect(Object.keys(input)).toEqual(["__proto__"]);
  });
});
