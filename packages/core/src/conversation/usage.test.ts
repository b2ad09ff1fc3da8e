import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completeUsage, mergeUsage, toCount, type Usage } from "./usage.js";

const estimate = { input: 10, output: 20, reasoning: 5 };

describe("toCount", () => {
  it.each([
    [0, 0],
    [7, 7],
    [7.9, 7],
    [1e308, Number.MAX_SAFE_INTEGER],
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

  it("keeps what is unknown absent, and a zero a zero", () => {
    const merged = mergeUsage({}, { input: 0, output: undefined });
    expect(merged).toEqual({ input: 0 });
    expect("output" in merged).toBe(false);
  });

  it("leaves invalid numbers out and keeps what was known before", () => {
    expect(mergeUsage({ output: 4 }, { output: Number.NaN, input: -3 })).toEqual({ output: 4 });
  });
});

describe("completeUsage", () => {
  it("takes reported counts as they are", () => {
    const reported = { input: 1, cacheRead: 2, cacheWrite: 3, cacheWriteLong: 4, output: 5 };
    expect(completeUsage(reported, estimate)).toEqual({
      ...reported,
      reasoning: 0,
      source: "reported",
    });
  });

  it("fills what was not reported with the estimate, and says so", () => {
    expect(completeUsage({}, estimate)).toEqual({
      input: 10,
      cacheRead: 0,
      cacheWrite: 0,
      cacheWriteLong: 0,
      output: 20,
      reasoning: 5,
      source: "estimated",
    });
    expect(completeUsage({ input: 3 }, estimate).source).toBe("estimated");
    expect(completeUsage({ output: 3 }, estimate).source).toBe("estimated");
  });

  it("never gives more reasoning than output", () => {
    expect(completeUsage({ output: 3, reasoning: 8 }, estimate).reasoning).toBe(3);
    expect(completeUsage({ reasoning: 30 }, estimate)).toMatchObject({ output: 30, reasoning: 30 });
  });

  it("gives whole numbers of 0 and more, whatever was reported and estimated", () => {
    const anyCounts = fc.record({
      input: fc.anything(),
      output: fc.anything(),
      reasoning: fc.anything(),
    });
    fc.assert(
      fc.property(anyCounts, anyCounts, (reported, guess) => {
        const usage = completeUsage(mergeUsage({}, reported as Usage), guess as typeof estimate);
        const { source, ...counts } = usage;
        for (const count of Object.values(counts)) {
          expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
        }
      }),
    );
  });
});
