import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PassingMap } from "./passing-map.js";

describe("PassingMap", () => {
  it("behaves like a map, whatever is added and removed", () => {
    const key = fc.constantFrom("att_a", "att_b", "__proto__", "constructor", "");
    const step = fc.record({ key, value: fc.option(fc.nat(), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const [passing, map] = [new PassingMap<number>(), new Map<string, number>()];
        for (const { key, value } of steps) {
          for (const each of [passing, map]) {
            if (value === undefined) each.delete(key);
            else each.set(key, value);
          }
          expect([passing.has(key), passing.get(key)]).toEqual([map.has(key), map.get(key)]);
        }
        expect(passing.size).toBe(map.size);
        expect(passing.keys()).toEqual([...map.keys()]);
        expect(passing.values()).toEqual([...map.values()]);
      }),
    );
  });
});
