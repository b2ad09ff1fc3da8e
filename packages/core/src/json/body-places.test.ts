import fc from "fast-check";
import { expect, it } from "vitest";
import { runAtOnce } from "../runtime/steps.js";
import { findPlaces } from "./body-places.js";
import { toPointer } from "./pointer.js";
import { skipValue } from "./spans.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** All values in a value, each with its path. */
function valuesIn(value: unknown, path: readonly string[] = []): [readonly string[], unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  const inner = Object.entries(value).flatMap(([name, each]) => valuesIn(each, [...path, name]));
  return [[path, value], ...inner];
}

it("finds each value of a body by its pointer, however the text is spaced", () => {
  const bodies = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(bodies, fc.constantFrom(undefined, 1, "\t\n"), (body, indent) => {
      const bytes = encoder.encode(JSON.stringify(body, undefined, indent));
      const places = runAtOnce(findPlaces(bytes));
      for (const [path, value] of valuesIn(JSON.parse(JSON.stringify(body))).slice(1)) {
        const start = places.startOf(toPointer(path)) ?? Number.NaN;
        const text = decoder.decode(bytes.subarray(start, skipValue(bytes, start)));
        expect(JSON.parse(text)).toEqual(value);
      }
      expect(places.startOf("/no such/member")).toBeUndefined();
    }),
  );
});

it("finds the last of two members of a name, as the parser keeps it", () => {
  const bytes = encoder.encode('{"a":[1],"a":{"b":2,"b":30}}');
  expect(runAtOnce(findPlaces(bytes)).startOf("/a/b")).toBe(24);
});

it("takes a step for every few elements of a list of the body", () => {
  const bytes = encoder.encode(JSON.stringify({ list: Array(100).fill({}), last: 1 }));
  expect([...findPlaces(bytes)].length).toBeGreaterThan(10);
});
