import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipInput } from "./truncated-json.js";

/** Whether every leaf of `part` stands at the same place in `whole`. */
function isPart(part: unknown, whole: unknown): boolean {
  if (typeof part !== "object" || part === null) return Object.is(part, whole);
  if (typeof whole !== "object" || whole === null) return false;
  if (Array.isArray(part) !== Array.isArray(whole)) return false;
  return Object.entries(part).every(
    ([key, value]) =>
      Object.hasOwn(whole, key) && isPart(value, (whole as Record<string, unknown>)[key]),
  );
}

describe("clipInput", () => {
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
    it(`M066 keeps the finished members of ${text || "nothing"}`, () => {
      expect(clipInput(text)).toEqual(input);
    });
  }

  it("M066 makes a part of the whole out of every beginning of an object", () => {
    const objects = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
    fc.assert(
      fc.property(objects, fc.boolean(), fc.nat(), (object, pretty, cut) => {
        const text = JSON.stringify(object, null, pretty ? 1 : 0);
        const whole = JSON.parse(text);
        expect(clipInput(text)).toEqual(whole);
        expect(isPart(clipInput(text.slice(0, cut % (text.length + 1))), whole)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\1-e tn') }), (text) => {
        expect(typeof clipInput(text)).toBe("object");
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps a member named __proto__ an ordinary member", () => {
    const input = clipInput('{"__proto__":{"a":1},"b":"');
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
    expect(Object.keys(input)).toEqual(["__proto__"]);
  });
});
