import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PassingSet, type Place } from "./passing-set.js";

describe("PassingSet", () => {
  it("holds what was added and not removed", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(20), { nil: undefined })), (steps) => {
        const passing = new PassingSet<number>();
        const left: Place<number>[] = [];
        for (const [value, step] of steps.entries()) {
          if (step === undefined) left.push(passing.add(value));
          else for (const place of left.splice(step, 1)) passing.delete(place);
        }
        expect(passing.size).toBe(left.length);
        expect(passing.values().sort()).toEqual(left.map(({ value }) => value).sort());
      }),
    );
  });

  it("removes a member once, also after it was emptied", () => {
    const passing = new PassingSet<string>();
    const [one, other] = [passing.add("one"), passing.add("other")];
    passing.delete(one);
    passing.delete(one);
    expect(passing.values()).toEqual(["other"]);
    passing.clear();
    passing.add("new");
    passing.delete(other);
    expect(passing.values()).toEqual(["new"]);
  });
});
