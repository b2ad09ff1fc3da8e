import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addUsage,
  completeUsage,
  type FinalUsage,
  knownUsage,
  mergeUsage,
  toCount,
  type Usage,
  usageKinds,
} from "./usage.js";

const estimate = { input: 10, output: 20, reasoning: 5 };

describe("toCount", () => {
  it.each([
    [0, 0],
    [7, 7],
    [7.9, 7],
    [1_000_000_000, 1_000_000_000],
    [1_000_000_001, undefined],
    [1e308, undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ["7", undefined],
    [null, undefined],
    [7n, undefined],
  ])("reads %s as %s", (value, count) => {
    expect(toCount(value)).toBe(count);
  });
});

describe("mergeUsage", () => {
  it("lets later counts replace earlier ones, kind by kind", () => {
    expect(mergeUsage({ input: 1, output: 2 }, { output: 9, cacheRead: 3 })).toEqual({
      input: 1,
      output: 9,
      cacheRead: 3,
    });
  });

  it("leaves unknown counts absent, and keeps a zero", () => {
    const merged = mergeUsage({}, { input: 0, output: undefined });
    expect(merged).toEqual({ input: 0 });
    expect("output" in merged).toBe(false);
  });

  it("leaves invalid numbers out and keeps what was known before", () => {
    expect(mergeUsage({ output: 4 }, { output: Number.NaN, input: -3 })).toEqual({ output: 4 });
  });
});

/** What an upstream may have reported, and what the service has counted itself. */
const anyUsage = fc.record(
  Object.fromEntries(usageKinds.map((kind) => [kind, fc.nat(1_000_000_000)])),
  {
    requiredKeys: [],
  },
) as fc.Arbitrary<Usage>;
const anyEstimate = fc.record({
  input: fc.nat(1_000_000_000),
  output: fc.nat(1_000_000_000),
  reasoning: fc.nat(1_000_000_000),
});

function expectCounts({ sources: _sources, units: _units, ...counts }: FinalUsage): void {
  for (const count of Object.values(counts)) {
    expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
  }
  expect(counts.reasoning).toBeLessThanOrEqual(counts.output);
}

describe("units of a usage", () => {
  const reported = { input: 1, output: 1 };

  it("are merged by name, and an invalid count replaces none", () => {
    const earlier = { ...reported, units: { images: 1, seconds: 2 } };
    expect(mergeUsage(earlier, { units: { images: 3, seconds: Number.NaN } })).toEqual({
      ...reported,
      units: { images: 3, seconds: 2 },
    });
  });

  it("are known and added, like counts of tokens", () => {
    const estimate = { input: 0, output: 0, reasoning: 0 };
    const usage = completeUsage({ ...reported, units: { images: 2 } }, estimate);
    expect(knownUsage(usage).units).toEqual({ images: 2 });
    expect(addUsage(usage, usage).units).toEqual({ images: 4 });
  });
});

describe("completeUsage", () => {
  it("uses reported counts unchanged", () => {
    const reported = { input: 1, cacheRead: 2, cacheWrite: 3, cacheWriteLong: 4, output: 5 };
    expect(completeUsage(reported, estimate)).toEqual({
      ...reported,
      reasoning: 0,
      sources: {
        input: "reported",
        cacheRead: "reported",
        cacheWrite: "reported",
        cacheWriteLong: "reported",
        output: "reported",
        reasoning: "none",
      },
    });
  });

  it("fills in what was not reported with its own counts, and names the source of each kind", () => {
    expect(completeUsage({}, estimate)).toEqual({
      input: 10,
      cacheRead: 0,
      cacheWrite: 0,
      cacheWriteLong: 0,
      output: 20,
      reasoning: 5,
      sources: {
        input: "estimated",
        cacheRead: "none",
        cacheWrite: "none",
        cacheWriteLong: "none",
        output: "observed",
        reasoning: "observed",
      },
    });
    expect(completeUsage({ input: 3 }, estimate).sources).toMatchObject({
      input: "reported",
      output: "observed",
    });
    expect(completeUsage({ output: 3 }, estimate).sources).toMatchObject({
      input: "estimated",
      output: "reported",
    });
  });

  it("never counts cached input as plain input as well", () => {
    expect(completeUsage({ cacheRead: 7, cacheWriteLong: 1 }, estimate).input).toBe(2);
    expect(completeUsage({ cacheRead: 70 }, estimate).input).toBe(0);
  });

  it("never gives more reasoning than output", () => {
    expect(completeUsage({ output: 3, reasoning: 8 }, estimate).reasoning).toBe(3);
    expect(completeUsage({ reasoning: 30 }, estimate)).toMatchObject({ output: 30, reasoning: 30 });
  });

  it("names a source for each kind: reported, counted by the service, or none", () => {
    fc.assert(
      fc.property(anyUsage, anyEstimate, (reported, guess) => {
        const usage = completeUsage(reported, guess);
        expectCounts(usage);
        for (const kind of usageKinds) {
          const source = usage.sources[kind];
          expect(source === "reported").toBe(reported[kind] !== undefined);
          if (source === "none") expect(usage[kind]).toBe(0);
          if (source === "reported" && kind !== "reasoning")
            expect(usage[kind]).toBe(reported[kind]);
        }
      }),
    );
  });

  it("gives whole numbers of 0 and more, whatever was reported and estimated", () => {
    const anyCounts = fc.record({
      input: fc.anything(),
      output: fc.anything(),
      reasoning: fc.anything(),
    });
    fc.assert(
      fc.property(anyCounts, anyCounts, (reported, guess) => {
        expectCounts(completeUsage(reported as Usage, guess as typeof estimate));
      }),
    );
  });
});
