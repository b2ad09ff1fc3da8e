import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromUsd, toDollars, toUsd, usdText } from "./dollars.js";

describe("toUsd", () => {
  it("writes every nano-dollar", () => {
    expect([0, 1_234_567, -1, 1_000_000_000, 12_500_000_000].map(toUsd)).toEqual([
      "0.000000000",
      "0.001234567",
      "-0.000000001",
      "1.000000000",
      "12.500000000",
    ]);
  });

  it("is undone by fromUsd, for every amount", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (nanoDollars) => {
        expect(fromUsd(toUsd(nanoDollars))).toBe(nanoDollars);
      }),
    );
  });

  it("writes what its form says, for every amount", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (nanoDollars) => {
        expect(toUsd(nanoDollars)).toMatch(usdText);
      }),
    );
    for (const usd of ["x1.000000000", "1.0000000000", "1.00000000", ".000000000", "1.00000000x"]) {
      expect(usd).not.toMatch(usdText);
    }
  });
});

describe("fromUsd", () => {
  it("takes decimal numbers, as text or as they are", () => {
    expect(fromUsd("12.50")).toBe(12_500_000_000);
    expect(fromUsd(0.1)).toBe(100_000_000);
    expect(fromUsd(-3)).toBe(-3_000_000_000);
    expect(Object.is(fromUsd("-0"), 0)).toBe(true);
  });

  it.each([
    "",
    " 1",
    "1.",
    ".5",
    "1e3",
    "0.0000000001",
    "9999999.999999999",
    "NaN",
    null,
    true,
    [["12"]],
  ])("refuses %j", (usd) => {
    expect(fromUsd(usd)).toBeUndefined();
  });
});

describe("toDollars", () => {
  it("is a number of dollars", () => {
    expect(toDollars(12_500_000_000)).toBe(12.5);
  });
});
