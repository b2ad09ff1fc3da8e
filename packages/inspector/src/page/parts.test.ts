import { describe, expect, it } from "vitest";
import type { Moment, RequestSummary } from "../wire.js";
import { rowAfter, visibleRows } from "./live/window.js";
import { toEventTexts } from "./one/event-texts.js";
import { toJsonLines } from "./one/json-lines.js";
import { toRuns } from "./one/runs.js";
import { toTicks } from "./one/ticks.js";
import { dollars, duration, shortDollars } from "./parts/format.js";
import { pointAfter, readPoint } from "./parts/reading.js";
import { matches } from "./state/filter.js";
import { pauseAfter } from "./state/poll.js";
import { toErrorLanes, toLatencyLanes } from "./use/to-lanes.js";

describe("the rows that are drawn", () => {
  it("are as many as can be seen, and a few more, of however many there are", () => {
    const { first, end } = visibleRows(100_000, 34, { top: 34_000, height: 680 });
    expect([first, end]).toEqual([992, 1_028]);
  });

  it("are not beyond the end of a list that became shorter", () => {
    expect(visibleRows(3, 34, { top: 34_000, height: 680 })).toEqual({ first: 3, end: 3 });
  });
});

describe("the point of a plot", () => {
  it.each([
    ["ArrowLeft", 3, 2],
    ["ArrowDown", 0, 0],
    ["ArrowRight", 3, 4],
    ["ArrowUp", 9, 9],
    ["Home", 3, 0],
    ["End", 3, 9],
    ["x", 3, undefined],
  ])("to which %s moves from %i of 10 is %s", (key, index, point) => {
    expect(pointAfter(key, index, 10)).toBe(point);
  });

  it("is read with its day in UTC, and with what it lacks", () => {
    const series = [
      { title: "all", colour: "accent", values: [1_234] },
      { title: "output", colour: "faint", values: [null] },
    ];
    const plot = { times: [Date.UTC(2026, 0, 4)], series, shape: "bars", format: String } as const;
    expect(readPoint(plot, 0)).toBe("4 Jan: all 1234, output none");
    expect(readPoint({ ...plot, read: dollars }, 0)).toBe("4 Jan: all $0.000001, output none");
  });
});

describe("the ticks of a long time line", () => {
  it("are one path for each kind, with one tick for each column", () => {
    const moments: Moment[] = Array.from({ length: 50_000 }, (_, at) => ({
      ...{ at, kind: "event", label: "delta" },
    }));
    const bad: Moment = { at: 25_000, kind: "life", label: "settle failed", isBad: true };
    const [events, failures, ...others] = toTicks([...moments, bad], 0, 50_000);
    expect(events?.path.split("M")).toHaveLength(1_002);
    expect(failures).toEqual({ name: "bad", path: "M500 2V26" });
    expect(others).toEqual([]);
  });
});

describe("a key in the list", () => {
  const position = { index: 10, rows: 100, visible: 20 };

  it.each([
    ["ArrowDown", 11],
    ["ArrowUp", 9],
    ["PageDown", 29],
    ["PageUp", 0],
    ["Home", 0],
    ["End", 99],
    ["x", undefined],
  ])("%s moves to row %s", (key, row) => {
    expect(rowAfter(key, position)).toBe(row);
  });

  it("moves to the first row where none is chosen, and nowhere in an empty list", () => {
    expect(rowAfter("ArrowUp", { ...position, index: -1 })).toBe(0);
    expect(rowAfter("ArrowDown", { ...position, index: -1 })).toBe(0);
    expect(rowAfter("End", { index: -1, rows: 0, visible: 20 })).toBeUndefined();
  });
});

describe("the filter", () => {
  const request: RequestSummary = {
    ...{ id: "req_1", number: 1, at: 0, format: "messages", operation: "generate", losses: 0 },
    ...{ requestedModel: "Large", answeredBy: "large-second", state: "failed", stream: true },
    ...{ attempts: 2, failedAttempts: 2, accountId: "atlas", failureKind: "upstream_timeout" },
    ...{ status: 504, upstream: "vendor.example", keyId: "key-1", endUser: "user-7" },
    sessionId: "s-42",
  };

  it.each([
    [
      "state:504",
      "format:messages",
      "model:large",
      "upstream:vendor",
      "key:key-1",
      "caller:key-1",
      "user:user-7",
      "session:s-42",
    ],
    ["state:failed", "model:large-second", "account:atlas", "is:stream", "is:retried", "req_1"],
    ["state:timeout", "generate", "user-7", "vendor.example", "key-1", "504"],
  ])("looks into the field that is named, or into all: %s %s %s %s %s %s", (...words) => {
    for (const word of words) expect([word, matches(request, word)]).toEqual([word, true]);
  });

  it("finds what was tried again, and what has lost something", () => {
    const found = (change: Partial<RequestSummary>) =>
      ["is:retried", "is:lossy", "is:stream"].filter((word) =>
        matches({ ...request, ...change }, word),
      );
    expect(found({ attempts: 1, losses: 0, stream: false })).toEqual([]);
    expect(found({ attempts: 2, losses: 1, stream: true })).toHaveLength(3);
  });

  it("takes what stands behind the first colon as it is, also with a colon in it", () => {
    const tagged = { ...request, requestedModel: "llama:8b", answeredBy: "llama:8b" };
    expect(matches(tagged, "model:llama:8b")).toBe(true);
    expect(matches(tagged, "model:llama:70b")).toBe(false);
  });

  it("leaves out where the word stands in another field", () => {
    const words = ["user:atlas", "account:user-7", "key:atlas", "upstream:large", "format:504"];
    for (const word of words) expect([word, matches(request, word)]).toEqual([word, false]);
  });

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

  it("says the longest gap of a run, wherever it is", () => {
    const [run] = toRuns([delta(0), delta(40), delta(45)]);
    expect([run?.longestGap, run?.at, run?.end]).toEqual([40, 0, 45]);
  });

  it("joins the deltas of a block, and says the gaps before and between them", () => {
    const runs = toRuns([life(0), delta(10), delta(15), delta(40), life(50)]);
    expect(runs.map(({ moments, gap, longestGap }) => [moments.length, gap, longestGap])).toEqual([
      [1, 0, 0],
      [3, 10, 25],
      [1, 10, 0],
    ]);
  });
});

describe("a stream that is set out", () => {
  it("is what its events say, with its comments and what came of a cut one", () => {
    const stream = ': hi\n\nevent: a\r\ndata: {"b":1}\r\n\r\ndata:[DONE]\n\ndata: {"c';
    expect(toEventTexts(stream)).toEqual([": hi", '{"b":1}', "[DONE]", '{"c']);
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

describe("the lanes of a plot", () => {
  const lines = [
    { name: "large", requests: 8, refused: 2, failed: 1, p50: 100, p95: 200, p99: 400 },
    { name: "small", requests: 2, refused: 0, failed: 0, p50: 10, p95: 20, p99: 40 },
    { name: "broken", requests: 1, refused: 0, failed: 1 },
  ];

  it("have percentiles on the scale of the longest, and leave out what never answered", () => {
    const { lanes } = toLatencyLanes(lines);
    expect(lanes).toMatchObject([
      { name: "large", text: "100 ms · 200 ms · 400 ms" },
      {
        name: "small",
        stretches: [
          [0, 0.025],
          [0.025, 0.05],
          [0.05, 0.1],
        ],
      },
    ]);
  });

  it("have the requests that went well, were refused and have failed behind one another", () => {
    const { lanes } = toErrorLanes(lines);
    expect(lanes[0]).toEqual({
      name: "large",
      text: "8 requests, 2 refused, 1 failed",
      stretches: [
        [0, 0.625],
        [0.625, 0.875],
        [0.875, 1],
      ],
    });
  });
});

it.each([
  ["half a second after a quick question", 3, 500],
  ["longer after one that was dear to answer", 120, 1_200],
  ["never longer than five seconds", 30_000, 5_000],
])("the page asks again %s", (_case, took, pause) => {
  expect(pauseAfter(took)).toBe(pause);
});

it("the place of a member is written as a JSON pointer, whatever its name", () => {
  const lines = toJsonLines('{"a~b":1,"c/d":2,"~1":[3]}') ?? [];
  expect(lines.map(({ pointer }) => pointer)).toEqual([
    ...["", "/a~0b", "/c~1d", "/~01", "/~01/0", undefined, undefined],
  ]);
});
