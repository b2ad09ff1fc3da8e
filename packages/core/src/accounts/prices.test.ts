import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Prices } from "../models/model.js";
import { costOf, worstCostOf } from "./prices.js";

const none = { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0, reasoning: 0 };

describe("costOf", () => {
  it("is 0 without prices", () => {
    expect(costOf({ ...none, input: 1_000 }, undefined)).toBe(0);
    expect(worstCostOf({ input: 1_000, output: 1_000 }, undefined)).toBe(0);
  });

  it("is exact in nano-dollars", () => {
    const prices = { input: 3, output: 15 };
    expect(costOf({ ...none, input: 1_000_000 }, prices)).toBe(3_000_000_000);
    expect(costOf({ ...none, input: 1, output: 1 }, prices)).toBe(18_000);
    expect(costOf({ ...none, input: 10 }, { input: 0.1, output: 0 })).toBe(1_000);
    expect(costOf({ ...none, input: 1_000 }, { input: 0.0375, output: 0 })).toBe(37_500);
  });

  it("rounds up once, at the end", () => {
    const prices = { input: 0.0001, output: 0 };
    expect(costOf({ ...none, input: 1 }, prices)).toBe(1);
    expect(costOf({ ...none, input: 10 }, prices)).toBe(1);
    expect(costOf({ ...none, input: 11 }, prices)).toBe(2);
  });

  it("has a price for each kind of input, which is that of input where none is set", () => {
    const usage = { ...none, cacheRead: 1, cacheWrite: 10, cacheWriteLong: 100 };
    expect(costOf(usage, { input: 1, output: 0 })).toBe(111_000);
    expect(costOf(usage, { input: 1, output: 0, cacheRead: 0, cacheWrite: 2 })).toBe(220_000);
    const all = { input: 1, output: 0, cacheRead: 0, cacheWrite: 2, cacheWriteLong: 3 };
    expect(costOf(usage, all)).toBe(320_000);
  });

  it("does not charge reasoning beside output, of which it is a part", () => {
    const prices = { input: 0, output: 1 };
    expect(costOf({ ...none, output: 5, reasoning: 5 }, prices)).toBe(5_000);
  });

  const price = fc.integer({ min: 0, max: 1_000_000 }).map((thousandth) => thousandth / 1_000);
  const anyPrices: fc.Arbitrary<Prices> = fc.record(
    { input: price, output: price, cacheRead: price, cacheWrite: price, cacheWriteLong: price },
    { requiredKeys: ["input", "output"] },
  );
  const tokens = fc.oneof(fc.nat(1_000_000), fc.maxSafeNat());
  const anyUsage = fc.record({
    input: tokens,
    cacheRead: tokens,
    cacheWrite: tokens,
    cacheWriteLong: tokens,
    output: tokens,
    reasoning: tokens,
  });

  it("is a whole number of 0 and more, whatever the usage", () => {
    fc.assert(
      fc.property(anyUsage, anyPrices, (usage, prices) => {
        const cost = costOf(usage, prices);
        expect(Number.isInteger(cost) && cost >= 0).toBe(true);
      }),
    );
  });

  it("never falls when a count grows", () => {
    const kind = fc.constantFrom("input", "cacheRead", "cacheWrite", "cacheWriteLong", "output");
    fc.assert(
      fc.property(anyUsage, anyPrices, kind, fc.nat(), (usage, prices, grown, more) => {
        const larger = { ...usage, [grown]: usage[grown as keyof typeof usage] + more };
        expect(costOf(larger, prices)).toBeGreaterThanOrEqual(costOf(usage, prices));
      }),
    );
  });

  it("is never above the worst cost of as many tokens", () => {
    const few = fc.nat(100_000);
    const usage = fc.record({
      input: few,
      cacheRead: few,
      cacheWrite: few,
      cacheWriteLong: few,
      output: few,
    });
    fc.assert(
      fc.property(usage, anyPrices, (counts, prices) => {
        const input = counts.input + counts.cacheRead + counts.cacheWrite + counts.cacheWriteLong;
        expect(costOf({ ...none, ...counts }, prices)).toBeLessThanOrEqual(
          worstCostOf({ input, output: counts.output }, prices),
        );
      }),
    );
  });
});
