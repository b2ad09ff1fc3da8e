import type { RequestEnded } from "@diglot/core";
import { describe, expect, it } from "vitest";
import type { KeptRequest } from "../store/kept-request.js";
import { percentile, sumLatencies } from "./latency.js";

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
    expect(percentile([7, 8], 0)).toBe(7);
    expect(percentile([], 50)).toBeUndefined();
  });
});

const day = 86_400_000;

/** A request to a model that is over. */
function ended(end: Partial<RequestEnded>): KeptRequest {
  const usual = { operation: "generate", outcome: "answered", at: day, milliseconds: 10 };
  return { end: { ...usual, ...end } } as unknown as KeptRequest;
}

describe("the latencies of requests", () => {
  it("are those of requests to models that are over", () => {
    const running = {} as KeptRequest;
    const requests = [running, ended({ operation: "count_tokens" }), ended({}), ended({ at: 7 })];
    expect(sumLatencies(requests).kept).toEqual({ requests: 2, since: 7 });
    expect(sumLatencies([running])).toEqual({
      kept: { requests: 0, since: undefined },
      latencies: { time: [], day: [], model: [], key: [], account: [] },
    });
  });

  it("count what has failed and what was refused, and measure what was answered", () => {
    const { latencies } = sumLatencies([
      ...[30, 10, 20].map((milliseconds) => ended({ milliseconds, keyId: "key-1" })),
      ended({ milliseconds: 40, firstContentMilliseconds: 7, keyId: "key-1" }),
      ended({ milliseconds: 999, outcome: "failed", keyId: "key-1" }),
      ended({ milliseconds: 999, outcome: "refused", keyId: "key-1" }),
      ended({ milliseconds: 999, outcome: "refused", keyId: "key-1" }),
      ended({ milliseconds: 999, outcome: "left", keyId: "key-1" }),
    ]);
    expect(latencies.key).toStrictEqual([
      {
        ...{ name: "key-1", requests: 8, failed: 1, refused: 2, p50: 20, p95: 40, p99: 40 },
        ...{ firstContentP50: 7, firstContentP95: 7 },
      },
    ]);
  });

  it("are each the percentile that it is called", () => {
    const hundred = Array.from({ length: 100 }, (_, index) =>
      ended({ milliseconds: index + 1, firstContentMilliseconds: (index + 1) / 2, keyId: "key-1" }),
    );
    expect(sumLatencies(hundred).latencies.key).toMatchObject([
      { p50: 50, p95: 95, p99: 99, firstContentP50: 25, firstContentP95: 47.5 },
    ]);
  });

  it("have the names of their models, keys and accounts, as far as they are known", () => {
    const { latencies } = sumLatencies([
      ended({ model: "large", requestedModel: "any", keyId: "key-1", accountId: "team" }),
      ended({ requestedModel: "small" }),
      ended({}),
    ]);
    const names = (lines: readonly { readonly name: string }[]) => lines.map(({ name }) => name);
    expect(names(latencies.model)).toEqual(["large", "small"]);
    expect(names(latencies.key)).toEqual(["key-1"]);
    expect(names(latencies.account)).toEqual(["team"]);
  });

  it("are in the order of time, by day and by spans of which there are not too many", () => {
    const at = (...times: number[]) => {
      const { latencies } = sumLatencies(times.map((time) => ended({ at: time })));
      return { time: latencies.time.map(({ name }) => Number(name)), day: latencies.day };
    };
    const later = at(2 * day + 1, day + 5);
    expect(later.day.map(({ name }) => name)).toEqual(["1970-01-02", "1970-01-03"]);
    expect(at(1_999_500, 1_000_500, 1_000_700).time).toHaveLength(2);
    expect(at(48_000, 500, 0).time).toEqual([0, 48_000]);
    expect(at(day + 500, day + 1_500).time).toEqual([day, day + 1_000]);
    expect(at(48_001, 0).time).toEqual([0, 45_000]);
    expect(at(0, 100 * day + 5).time).toEqual([0, 100 * day]);
  });
});
