import { describe, expect, it } from "vitest";
import { type CountLimits, findDifferences, lowerLimits } from "./limits.ts";
import { countsOf } from "./metrics.ts";

const counts = (promises: number, closures: number) =>
  countsOf((metric) => (metric === "promises" ? promises : metric === "closures" ? closures : 0));

const limits: CountLimits = { limits: { relay: counts(10, 10) }, raised: [] };

describe("lowerLimits", () => {
  it("lowers what was counted lower, and leaves the rest", () => {
    expect(lowerLimits({ relay: counts(8, 12) }, limits)).toEqual({
      limits: { relay: counts(8, 10) },
      raised: [],
    });
  });

  it("raises limits for a reason, which it keeps", () => {
    expect(lowerLimits({ relay: counts(8, 12) }, limits, "a new duty")).toEqual({
      limits: { relay: counts(8, 12) },
      raised: ["a new duty"],
    });
  });

  it("takes the counts of a new kind as they are, and forgets a kind that is gone", () => {
    expect(lowerLimits({ other: counts(1, 2) }, limits).limits).toEqual({ other: counts(1, 2) });
  });
});

describe("findDifferences", () => {
  it("names each number that is not its limit", () => {
    expect(findDifferences({ relay: counts(8, 12), other: counts(1, 1) }, limits)).toEqual([
      { kind: "relay", metric: "promises", count: 8, limit: 10 },
      { kind: "relay", metric: "closures", count: 12, limit: 10 },
    ]);
  });
});
