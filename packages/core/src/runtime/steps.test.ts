import { describe, expect, it } from "vitest";
import { flatMapInSteps, keepResult, runAtOnce } from "./steps.js";

describe("steps", () => {
  it("return their result when they run at once", () => {
    const double = flatMapInSteps([1, 2, 3], (value) => [value, value]);
    expect(runAtOnce(double)).toEqual([1, 1, 2, 2, 3, 3]);
  });

  it("are one for every few items", () => {
    const steps = flatMapInSteps(Array.from("abcdefghijklmnopqrst"), (value) => [value]);
    expect([...steps]).toHaveLength(2);
  });

  it("of which the result is kept run once, also if a second run begins before the first ends", () => {
    let runs = 0;
    const read = keepResult(function* () {
      yield;
      runs += 1;
      return { runs };
    });
    const first = read();
    first.next();
    const kept = runAtOnce(read());
    expect(runAtOnce(first)).toBe(kept);
    expect(runAtOnce(read())).toBe(kept);
  });
});
