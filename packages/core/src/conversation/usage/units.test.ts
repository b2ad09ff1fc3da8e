import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addUnits, areUnits, toUnitCount, toUnits, unitCostOf } from "./units.js";

describe("counts of units", () => {
  it("have six decimals at most", () => {
    expect(toUnits({ seconds: 1.23456789, images: 2 })).toEqual({ seconds: 1.234568, images: 2 });
  });

  it.each([Number.NaN, -1, 1_000_000_001, Number.POSITIVE_INFINITY, "1"])(
    "are left out if they are %j",
    (count) => {
      expect(toUnits({ seconds: count as number })).toBeUndefined();
      expect(areUnits({ seconds: count as number })).toBe(false);
    },
  );

  it.each(["", "a b", "1a", "a".repeat(65), "é"])("are left out if they are named %j", (name) => {
    expect(toUnits({ [name]: 1 })).toBeUndefined();
    expect(areUnits({ [name]: 1 })).toBe(false);
  });

  it("are sixteen at most", () => {
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`u${index}`, 1]));
    expect(Object.keys(toUnits(many) ?? {})).toHaveLength(16);
    expect(areUnits(many)).toBe(false);
  });

  it("are added by their names", () => {
    expect(addUnits({ images: 2, constructor: 1 }, { images: 0.5, toString: 3 })).toEqual({
      ...{ images: 2.5, constructor: 1, toString: 3 },
    });
    expect(addUnits(undefined, { images: 1 })).toEqual({ images: 1 });
    expect(addUnits(undefined, undefined)).toBeUndefined();
  });

  it("stay as they are once they are valid", () => {
    const count = fc.double({ min: 0, max: 1_000_000_000, noNaN: true });
    fc.assert(
      fc.property(count, (given) => {
        const valid = toUnits({ seconds: given }) ?? {};
        expect(areUnits(valid)).toBe(true);
        expect(toUnits(valid)).toEqual(valid);
      }),
      { numRuns: repeats(300, 20_000) },
    );
  });
});

describe("the cost of units", () => {
  it.each([
    [{ seconds: 12.5 }, { seconds: 0.0001 }, 1_250_000_000],
    [{ characters: 1 }, { characters: 0.000015 }, 15_000_000],
    [{ seconds: 0.000001 }, { seconds: 0.000000000001 }, 1],
    [{ images: 1_000_000_000 }, { images: 0.000001 }, 1_000_000_000_000_000],
    [{ seconds: 2, images: 1 }, { seconds: 1, images: 0.5 }, 2_500_000_000_000],
    [{ other: 5 }, { seconds: 1 }, 0],
    [{ constructor: 5 }, {}, 0],
    [{ seconds: 5 }, undefined, 0],
  ])("of %j at %j is %d picodollars", (units, prices, cost) => {
    expect(unitCostOf(units, prices)).toBe(cost);
  });

  it("is the exact product of decimals, rounded up", () => {
    const micros = fc.integer({ min: 0, max: 1_000_000_000 });
    const nanos = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(micros, nanos, (count, price) => {
        const exact = BigInt(count) * BigInt(price) * 1_000n;
        const cost = unitCostOf({ a: count / 1e6 }, { a: price / 1e9 });
        expect(BigInt(cost)).toBe((exact + 999_999n) / 1_000_000n);
      }),
      { numRuns: repeats(300, 20_000) },
    );
  });

  it("is of counts, and nothing else", () => {
    expect(toUnitCount("5")).toBeUndefined();
  });
});
