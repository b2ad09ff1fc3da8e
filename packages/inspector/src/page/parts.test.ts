import { describe, expect, it } from "vitest";
import type { Moment, RequestSummary } from "../wire.js";
import { visibleRows } from "./live/window.js";
import { toJsonLines } from "./one/json-lines.js";
import { toRuns } from "./one/runs.js";
import { dollars, duration, shortDollars } from "./parts/format.js";
import { matches } from "./state/filter.js";

describe("the rows that are drawn", () => {
  it("are as many as can be seen, and a few more, of however many there are", () => {
    const { first, end } = visibleRows(100_000, 34, { top: 34_000, height: 680 });
    expect([first, end]).toEqual([992, 1_028]);
  });

  it("are not beyond the end of a list that became shorter", () => {
    expect(visibleRows(3, 34, { top: 34_000, height: 680 })).toEqual({ first: 3, end: 3 });
  });
});

describe("the filter", () => {
  const request: RequestSummary = {
    ...{ id: "req_1", number: 1, at: 0, format: "messages", operation: "generate", losses: 0 },
    ...{ requestedModel: "Large", answeredBy: "large-second", state: "failed", stream: true },
    ...{ attempts: 2, failedAttempts: 2, accountId: "atlas", failureKind: "upstream_timeout" },
  };

  it.each(["large", "atlas failed", "state:failed model:second", "is:retried", "upstream_timeout"])(
    "finds by %s",
    (words) => {
      expect(matches(request, words)).toBe(true);
    },
  );

  it.each(["small", "atlas answered", "state:large", "is:lossy"])("leaves out by %s", (words) => {
    expect(matches(request, words)).toBe(false);
  });
});

describe("the time line", () => {
  const delta = (at: number): Moment => ({ at, kind: "event", label: "delta", group: "text" });
  const life = (at: number): Moment => ({ at, kind: "life", label: "request" });

  it("joins the deltas of a block, and says the gaps before and between them", () => {
    const runs = toRuns([life(0), delta(10), delta(15), delta(40), life(50)]);
    expect(runs.map(({ moments, gap, longestGap }) => [moments.length, gap, longestGap])).toEqual([
      [1, 0, 0],
      [3, 10, 25],
      [1, 10, 0],
    ]);
  });
});

describe("JSON that is set out", () => {
  it("knows the pointer of each line", () => {
    const lines = toJsonLines('{"a/b":[1,{"c":{}}]}');
    expect(lines?.map(({ text, pointer }) => [text.trim(), pointer])).toEqual([
      ["{", ""],
      ['"a/b": [', "/a~1b"],
      ["1,", "/a~1b/0"],
      ["{", "/a~1b/1"],
      ['"c": {}', "/a~1b/1/c"],
      ["}", undefined],
      ["]", undefined],
      ["}", undefined],
    ]);
  });

  it("is not made of what is no JSON", () => {
    expect(toJsonLines("data: {}")).toBeUndefined();
  });
});

describe("numbers", () => {
  it("are in the unit that fits", () => {
    expect([0.4, 812.4, 1_240, 125_000].map(duration)).toEqual([
      "0.4 ms",
      "812 ms",
      "1.24 s",
      "2 min 5 s",
    ]);
    expect([0, 12_000, 2_810_000, 4_930_000_000, -5e9].map(dollars)).toEqual([
      "$0",
      "$0.000012",
      "$0.002810",
      "$4.93",
      "$-5.00",
    ]);
    expect([2_810_000, 25e9].map(shortDollars)).toEqual(["$0.00281", "$25"]);
  });
});
