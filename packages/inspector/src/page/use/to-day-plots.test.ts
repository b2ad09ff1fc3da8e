import { expect, it } from "vitest";
import type { UsageReport } from "../../wire.js";
import { stack } from "../parts/stack.js";
import { toDayPlots } from "./to-day-plots.js";

const line = (name: string, output: number, costNanoDollars: number) => ({
  ...{ name, attempts: 1, input: 1, cacheRead: 2, cacheWrite: 3, cacheWriteLong: 4, reasoning: 0 },
  ...{ output, costNanoDollars },
});

const report: UsageReport = {
  ...{ start: "2026-01-01", end: "2026-01-03", hasLedger: true, kept: { requests: 0 } },
  sums: {
    ...{ model: [], key: [], account: [] },
    day: [line("2026-01-01", 5, 7), line("2026-01-03", 6, 8)],
  },
  latencies: { time: [], day: [], model: [], key: [], account: [] },
};

/** The series of both plots, by their titles. */
function seriesOf(given: UsageReport) {
  return toDayPlots(given).map(({ series }) =>
    Object.fromEntries(series.map(({ title, values }) => [title, values])),
  );
}

it("the days of a ledger are plotted as a whole", () => {
  expect(seriesOf(report)).toEqual([
    { all: [15, null, 16], output: [5, null, 6] },
    { dollars: [7, null, 8] },
  ]);
  expect(toDayPlots({ ...report, sums: { ...report.sums, day: [] } })[0]?.times).toEqual([]);
});

it("the days of names are plotted for each of those with the most, and for all others together", () => {
  const daily = ["a", "b", "c", "d", "e", "f", ""].flatMap((name, place) => [
    { ...line(name, 0, 10 - place), day: "2026-01-01" },
    ...(name === "a" ? [{ ...line(name, 90, 1), day: "2026-01-03" }] : []),
  ]);
  const [tokens = {}, cost] = seriesOf({ ...report, daily });
  expect(cost).toEqual({
    ...{ a: [10, null, 1], b: [9, null, null], c: [8, null, null], d: [7, null, null] },
    ...{ e: [6, null, null], "2 others": [9, null, null] },
  });
  expect(tokens.a).toEqual([10, null, 100]);
  const nameless = seriesOf({ ...report, daily: [{ ...line("", 1, 2), day: "2026-01-02" }] });
  expect(nameless[1]).toEqual({ none: [null, 2, null] });
});

it("series that stand on one another are drawn from the top to the bottom", () => {
  const series = [
    { values: [1, null, null] },
    { values: [2, 4, null] },
    { values: [null, 8, null] },
  ];
  expect(stack(series)).toEqual([
    [3, 12, null],
    [2, 12, null],
    [null, 8, null],
  ]);
});
