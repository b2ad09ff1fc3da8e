import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UsageCounts } from "../../conversation/usage/usage.js";
import {
  type AppliedPrices,
  costOf,
  type DatedPrices,
  isFree,
  type Prices,
  pricesAt,
  worstCostOf,
} from "./prices.js";

const none = { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0, reasoning: 0 };

/** Prices as vendors print them: up to 1,000 dollars, to 6 decimals. */
const price = fc
  .oneof(fc.nat(1_000_000), fc.nat(1_000_000_000))
  .map((millionths) => millionths / 1_000_000);
const tier = {
  ...{ input: price, output: price, cacheRead: price, cacheWrite: price, cacheWriteLong: price },
};
const anyPrices: fc.Arbitrary<Prices> = fc.record(
  {
    ...tier,
    longContext: fc.record(
      { ...tier, above: fc.nat(4_000) },
      { requiredKeys: ["input", "output", "above"] },
    ),
  },
  { requiredKeys: ["input", "output"] },
);

function usageOf(tokens: fc.Arbitrary<number>): fc.Arbitrary<UsageCounts> {
  return fc.record({
    input: tokens,
    cacheRead: tokens,
    cacheWrite: tokens,
    cacheWriteLong: tokens,
    output: tokens,
    reasoning: tokens,
  });
}

const anyUsage = usageOf(fc.oneof(fc.nat(2_000), fc.nat(1_000_000)));

function inputOf({ input, cacheRead, cacheWrite, cacheWriteLong }: UsageCounts): number {
  return input + cacheRead + cacheWrite + cacheWriteLong;
}

/** The cost in whole numbers of any size, from the prices' decimal digits. */
function exactCostOf(usage: UsageCounts, prices: Prices): bigint {
  const { longContext } = prices;
  const tier = longContext && inputOf(usage) > longContext.above ? longContext : prices;
  const cacheWrite = tier.cacheWrite ?? tier.input;
  const perToken = {
    input: tier.input,
    cacheRead: tier.cacheRead ?? tier.input,
    cacheWrite,
    cacheWriteLong: tier.cacheWriteLong ?? cacheWrite,
    output: tier.output,
  };
  const toPico = (dollars: number) => BigInt(dollars.toFixed(6).replace(".", ""));
  const kinds = ["input", "cacheRead", "cacheWrite", "cacheWriteLong", "output"] as const;
  const pico = kinds.reduce((sum, kind) => sum + BigInt(usage[kind]) * toPico(perToken[kind]), 0n);
  return (pico + 999n) / 1_000n;
}

describe("costOf", () => {
  it("is 0 without prices", () => {
    expect(costOf({ ...none, input: 1_000 }, undefined)).toBe(0);
    expect(worstCostOf({ input: 1_000, output: 1_000 }, undefined)).toBe(0);
  });

  it("is in nano-dollars", () => {
    const prices = { input: 3, output: 15 };
    expect(costOf({ ...none, input: 1_000_000 }, prices)).toBe(3_000_000_000);
    expect(costOf({ ...none, input: 1, output: 1 }, prices)).toBe(18_000);
    expect(costOf({ ...none, input: 10 }, { input: 0.1, output: 0 })).toBe(1_000);
    expect(costOf({ ...none, input: 1_000 }, { input: 0.0375, output: 0 })).toBe(37_500);
  });

  it("rounds up once, at the end", () => {
    const prices = { input: 0.0001, output: 0 };
    expect([1, 10, 11].map((input) => costOf({ ...none, input }, prices))).toEqual([1, 1, 2]);
  });

  it("has a price for each kind of input; the price of input applies where no other is set", () => {
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

  it("charges all tokens of a request at the long-context price once its input exceeds the threshold", () => {
    const prices = { input: 1, output: 2, longContext: { above: 100, input: 10, output: 20 } };
    const spread = { ...none, input: 70, cacheRead: 10, cacheWrite: 10, cacheWriteLong: 10 };
    expect(costOf({ ...spread, output: 1 }, prices)).toBe(102_000);
    expect(costOf({ ...spread, cacheRead: 11, output: 1 }, prices)).toBe(1_030_000);
    expect(costOf({ ...none, output: 1_000 }, prices)).toBe(2_000_000);
  });

  it("charges the caches of a long request at the prices of its tier", () => {
    const longContext = { above: 0, input: 10, output: 20, cacheRead: 1 };
    const prices = { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 99, longContext };
    expect(costOf({ ...none, cacheRead: 1, cacheWrite: 1 }, prices)).toBe(11_000);
  });

  it("is exact for every usage that costs up to 9,000 dollars", () => {
    fc.assert(
      fc.property(anyUsage, anyPrices, (usage, prices) => {
        const exact = exactCostOf(usage, prices);
        fc.pre(exact <= 9_000n * 1_000_000_000n);
        expect(BigInt(costOf(usage, prices))).toBe(exact);
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });

  it("is a whole number of 0 and more, however large the usage", () => {
    fc.assert(
      fc.property(usageOf(fc.maxSafeNat()), anyPrices, (usage, prices) => {
        const cost = costOf(usage, prices);
        expect(Number.isInteger(cost) && cost >= 0).toBe(true);
      }),
    );
  });

  it("never falls when a count grows, unless long requests are cheaper", () => {
    const kind = fc.constantFrom("input", "cacheRead", "cacheWrite", "cacheWriteLong", "output");
    const flat = anyPrices.map(({ longContext: _longContext, ...prices }) => prices);
    fc.assert(
      fc.property(anyUsage, flat, kind, fc.nat(1_000_000), (usage, prices, grown, more) => {
        const larger = { ...usage, [grown]: usage[grown] + more };
        expect(costOf(larger, prices)).toBeGreaterThanOrEqual(costOf(usage, prices));
      }),
    );
  });
});

/** Prices with members that are accepted, and what one request asks for of them. */
const anyFactor = fc.oneof(
  fc.constantFrom(0, 0.5, 1, 1.1, 2, 6, 100),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
const anyApplied: fc.Arbitrary<AppliedPrices> = fc.record({
  input: price,
  output: price,
  accepts: fc.record({
    service_tier: fc.record({ priority: anyFactor, flex: anyFactor }),
    speed: anyFactor,
  }),
  asked: fc.record({ service_tier: anyFactor, speed: anyFactor }, { requiredKeys: [] }),
});

type Numbers = Readonly<Record<string, number>>;

describe("the factors of a price list", () => {
  const prices = {
    ...{ input: 10, output: 0 },
    accepts: { service_tier: { priority: 2, flex: 0.5 }, inference_geo: { us: 1.1 } },
  };
  const usage = { ...none, input: 100 };
  const plain = 1_000_000;

  it.each<[string, Numbers | undefined, Readonly<Record<string, unknown>> | undefined, number]>([
    ["nothing", {}, undefined, plain],
    ["nothing at all", undefined, undefined, plain],
    ["a tier", { service_tier: 2 }, undefined, 2 * plain],
    [
      "a tier that the reply confirms",
      { service_tier: 2 },
      { service_tier: "priority" },
      2 * plain,
    ],
    ["a tier that was not to be had", { service_tier: 2 }, { service_tier: "default" }, plain],
    ["a discount", { service_tier: 0.5 }, { service_tier: "flex" }, plain / 2],
    ["a discount that was not given", { service_tier: 0.5 }, { service_tier: "standard" }, plain],
    ["no tier, but another was used", {}, { service_tier: "priority" }, 2 * plain],
    ["a tier, and the reply has a new word", { service_tier: 2 }, { service_tier: "x" }, 2 * plain],
    ["two members", { service_tier: 2, inference_geo: 1.1 }, {}, 2.2 * plain],
    [
      "two members of which one was not to be had",
      { service_tier: 2, inference_geo: 1.1 },
      { service_tier: "standard", inference_geo: "us" },
      1.1 * plain,
    ],
  ])("apply to a request for %s", (_name, asked, said, cost) => {
    // A product of fractions may be rounded up.
    expect(costOf(usage, { ...prices, asked }, said) - cost).toBeOneOf([0, 1]);
  });

  it("are nothing to a list that accepts nothing", () => {
    const asked = { service_tier: 2 };
    expect(costOf(usage, { input: 10, output: 0, asked }, { service_tier: "fast" })).toBe(plain);
    const tokens = { input: 100, output: 0 };
    expect(worstCostOf(tokens, { input: 10, output: 0, asked })).toBe(plain);
  });

  it("raise what is reserved, and lower it never", () => {
    const tokens = { input: 100, output: 0 };
    expect(worstCostOf(tokens, { ...prices, asked: { service_tier: 2 } })).toBe(2 * plain);
    expect(worstCostOf(tokens, { ...prices, asked: { service_tier: 0.5 } })).toBe(plain);
    expect(worstCostOf(tokens, prices)).toBe(plain);
  });

  it("cost no more than was reserved, whether the reply is silent or says the plain words", () => {
    const anySaid = fc.record(
      {
        service_tier: fc.constantFrom("default", "standard", "new", null, 3),
        speed: fc.constant("standard"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyUsage, anyApplied, anySaid, (counts, applied, said) => {
        const tokens = { input: inputOf(counts), output: counts.output };
        expect(worstCostOf(tokens, applied)).toBeGreaterThanOrEqual(costOf(counts, applied, said));
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });

  it("leave every cost a safe number", () => {
    fc.assert(
      fc.property(usageOf(fc.maxSafeNat()), anyApplied, (counts, applied) => {
        expect(Number.isSafeInteger(costOf(counts, applied))).toBe(true);
      }),
    );
  });
});

describe("worstCostOf", () => {
  it("is never below the cost of a usage within as many tokens", () => {
    const spare = fc.nat(3_000);
    fc.assert(
      fc.property(anyUsage, anyPrices, spare, spare, (usage, prices, input, output) => {
        const tokens = { input: inputOf(usage) + input, output: usage.output + output };
        expect(worstCostOf(tokens, prices)).toBeGreaterThanOrEqual(costOf(usage, prices));
      }),
      { numRuns: repeats(1_000, 20_000) },
    );
  });

  it("is the cost of the most expensive usage of as many tokens", () => {
    const prices = { input: 1, output: 2, cacheWrite: 3 };
    expect(worstCostOf({ input: 10, output: 10 }, prices)).toBe(
      costOf({ ...none, cacheWrite: 10, output: 10 }, prices),
    );
  });

  it("rounds a part of a nano-dollar up, once, in either tier", () => {
    const cheap = { input: 0.0004, output: 0.0003 };
    const worst = (input: number, output: number, prices: Prices = cheap) =>
      worstCostOf({ input, output }, prices);
    expect([worst(0, 0), worst(1, 0), worst(0, 1), worst(1, 1)]).toEqual([0, 1, 1, 1]);
    expect([worst(1, 2), worst(2, 1), worst(10, 0), worst(10, 1)]).toEqual([1, 2, 4, 5]);
    const longContext = { above: 1, input: 0.0006, output: 0 };
    expect(worst(2, 0, { ...cheap, longContext })).toBe(2);
  });

  it("considers the long-context price only if enough input is reserved for it", () => {
    const prices = { input: 1, output: 1, longContext: { above: 10, input: 9, output: 9 } };
    expect(worstCostOf({ input: 10, output: 1 }, prices)).toBe(11_000);
    expect(worstCostOf({ input: 11, output: 1 }, prices)).toBe(108_000);
  });

  it("does not become cheaper when long requests are cheaper", () => {
    const prices = { input: 9, output: 9, longContext: { above: 10, input: 1, output: 1 } };
    expect(worstCostOf({ input: 11, output: 1 }, prices)).toBe(108_000);
  });
});

describe("isFree", () => {
  const free = { input: 0, output: 0 };

  it.each<[boolean, Prices]>([
    [true, free],
    [true, { ...free, cacheRead: 0, longContext: { ...free, above: 5 } }],
    [false, { ...free, output: 0.000001 }],
    [false, { ...free, cacheWriteLong: 1 }],
    [false, { ...free, longContext: { ...free, above: 5, input: 1 } }],
  ])("is %s for %j", (expected, prices) => {
    expect(isFree(prices)).toBe(expected);
  });

  const kinds = ["input", "output", "cacheRead", "cacheWrite", "cacheWriteLong"] as const;

  it.each(kinds)("is false if %s costs something, also beside others", (kind) => {
    for (const other of kinds) {
      expect(isFree({ ...free, [kind]: 1, [other]: 1 })).toBe(false);
    }
    expect(isFree({ ...free, longContext: { ...free, above: 1, [kind]: 1 } })).toBe(false);
  });
});

describe("pricesAt", () => {
  const dated = (from: string, input: number): DatedPrices => ({ from, input, output: 0 });
  const list = [
    dated("2026-03-01", 3),
    dated("2026-01-01", 1),
    dated("2026-02-01T12:00:00+02:00", 2),
  ];
  const at = (time: string) => pricesAt(list, Date.parse(time))?.input;

  it("returns prices without dates unchanged", () => {
    const prices = { input: 1, output: 2 };
    expect(pricesAt(prices, 0)).toBe(prices);
    expect(pricesAt(undefined, 0)).toBeUndefined();
  });

  it("returns the newest prices that have begun, to the millisecond, in whatever order they are listed", () => {
    expect(at("2026-01-31T23:59:59Z")).toBe(1);
    expect(at("2026-02-01T09:59:59.999Z")).toBe(1);
    expect(at("2026-02-01T10:00:00Z")).toBe(2);
    expect(at("2026-02-28T23:59:59.999Z")).toBe(2);
    expect(at("2026-03-01T00:00:00Z")).toBe(3);
    expect(at("2036-01-01")).toBe(3);
  });

  it("T01 returns the first prices when the clock is before all of them", () => {
    expect(at("1970-01-01")).toBe(1);
  });

  it("reads a list once: a change of the list changes no price", () => {
    const changed = [dated("2026-01-01", 1)];
    const inputNow = () => pricesAt(changed, Date.parse("2026-01-02"))?.input;
    expect(inputNow()).toBe(1);
    changed[0] = dated("2026-01-01", 2);
    expect(inputNow()).toBe(1);
  });

  it("returns the later entry of the list if two have the same date", () => {
    const twice = [dated("2026-01-01", 1), dated("2026-01-01", 2)];
    expect(pricesAt(twice, Date.parse("2026-01-02"))?.input).toBe(2);
  });

  it("returns the prices only, the same object each time", () => {
    const prices = pricesAt(list, Date.parse("2026-01-05"));
    expect(prices).toEqual({ input: 1, output: 0 });
    expect(pricesAt(list, Date.parse("2026-01-06"))).toBe(prices);
  });
});
