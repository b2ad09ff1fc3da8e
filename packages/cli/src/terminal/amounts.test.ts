import { describe, expect, it } from "vitest";
import { decimalsOf, formatCount, formatDollars } from "./amounts.js";

describe("formatDollars", () => {
  it.each([
    [25_000_000_000, "25.00"],
    [28_530_000, "0.02853"],
    [-1, "-0.000000001"],
    [1_234_567_500_000_000n, "1,234,567.50"],
    [9_007_199_254_740_993_000_000_000n, "9,007,199,254,740,993.00"],
  ])("shows %d nano-dollars exactly, as %s", (amount, text) => {
    expect(formatDollars(amount)).toBe(text);
  });

  it("shows amounts of one column with the decimals that one of them needs", () => {
    const amounts = [25_000_000_000, 28_530_000];
    const decimals = decimalsOf(amounts);
    expect(amounts.map((amount) => formatDollars(amount, decimals))).toEqual([
      "25.00000",
      "0.02853",
    ]);
  });
});

describe("formatCount", () => {
  it("puts thousands apart", () => {
    expect(formatCount(1_234_567)).toBe("1,234,567");
  });
});
