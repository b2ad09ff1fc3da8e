import { describe, expect, it } from "vitest";
import { percentile } from "./latency.js";

describe("a percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  it.each([
    [50, 50],
    [90, 90],
    [99, 99],
    [100, 100],
  ])("of %i percent is the smallest value that so many do not exceed", (percent, value) => {
    expect(percentile(hundred, percent)).toBe(value);
  });

  it("of one value is that value, and of none there is none", () => {
    expect(percentile([7], 99)).toBe(7);
    expect(percentile([], 50)).toBeUndefined();
  });
});
