import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runAtOnce } from "../runtime/steps.js";
import { encodeJson } from "./raw.js";
import { readSpelling, respell } from "./spelling.js";

const spellingOf = (json: string) => runAtOnce(readSpelling(new TextEncoder().encode(json), 0));
const respelled = (value: unknown, json: string) => encodeJson(respell(value, spellingOf(json)));

describe("the spelling of a value", () => {
  it.each([
    "1.0",
    "-0",
    "9007199254740993",
    '{"b":[1.0,2],"10":{"a":-0},"2":0}',
    '{"toJSON":1.0,"1":0,"text":[],"__proto__":{"3":1e2,"2":"x"}}',
  ])("%s is that of the text that it was parsed from", (json) => {
    expect(respelled(JSON.parse(json), json)).toBe(json);
  });

  it("is nothing where JavaScript writes the same", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(spellingOf(JSON.stringify(value))).toBeUndefined();
      }),
    );
  });

  it("goes over to a value that was made from it, where numbers are in their place", () => {
    const json = '{"b":[1.0],"a":2.0,"3":[4.0],"2":{"x":5.0}}';
    const made = { a: 2, b: [1, 1], 3: [9], 2: { x: 5, y: 6.5 }, c: 7 };
    expect(respelled(made, json)).toBe('{"b":[1,1],"a":2.0,"3":[9],"2":{"x":5.0,"y":6.5},"c":7}');
    for (const other of ["1", true, null, [1]]) {
      expect(respelled(other, json)).toBe(JSON.stringify(other));
    }
  });

  it("is that of the last member of a name, as the parser keeps it", () => {
    expect(respelled({ a: 2 }, '{"a":1.0,"a":2.0}')).toBe('{"a":2.0}');
    expect(respelled({ a: 2 }, '{"a":2.0,"a":2}')).toBe('{"a":2}');
  });
});
