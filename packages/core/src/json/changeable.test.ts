import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runAtOnce } from "../runtime/steps.js";
import { BodyText, holdsChangeable } from "./changeable.js";

const textOf = (json: string) => new BodyText(new TextEncoder().encode(json));
const mayChange = (json: string) => runAtOnce(textOf(json).mayChange());

describe("a search for what JavaScript would change", () => {
  it.each([
    "9007199254740993",
    "1.0",
    "0.10",
    "1e2",
    "1E400",
    "-0",
    "-0.0",
    '{"b":1,"2":0}',
    '{ "2" : 0 }',
  ])("finds %s at the end of a list, of an object and alone in them", (json) => {
    for (const body of [`[1,${json}]`, `[ ${json} ]`, `{"a":"b","c": ${json}}`]) {
      expect(mayChange(body)).toBe(true);
      expect(holdsChangeable(JSON.parse(body))).toBe(true);
    }
  });

  it("finds nothing in what JavaScript has written, whatever the numbers", () => {
    const value = fc.jsonValue({ stringUnit: fc.constantFrom("a", '"', "é") });
    fc.assert(
      fc.property(value, (any) => {
        expect(mayChange(JSON.stringify([any]))).toBe(false);
      }),
    );
    expect(mayChange('{"temperature":0.7,"list":[-1.5,1e+21,1e-7,-3, 16,1234567890123456]}')).toBe(
      false,
    );
  });

  it("finds it wherever a large text is cut into steps", () => {
    for (const before of [65_530, 65_535, 65_536, 65_537, 131_072]) {
      const filler = `{"a":[${"1,".repeat(before / 2)}2],"b":`;
      expect(mayChange(`${filler}[7, 1.0]}`)).toBe(true);
      expect(mayChange(`${filler}[7, 1.5]}`)).toBe(false);
    }
  });

  it("searches a large text in steps, and each text once", () => {
    const text = textOf(JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index)));
    expect([...text.mayChange()].length).toBeGreaterThan(5);
    expect([...text.mayChange()]).toEqual([]);
  });
});
