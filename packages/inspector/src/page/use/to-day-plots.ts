import type { DailyLine, UsageLine, UsageReport } from "../../wire.js";
import { count, shortDollars } from "../parts/format.js";
import type { PlotOptions, Series } from "../parts/plot.js";

const dayLength = 86_400_000;
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

/** The colours of names, from the largest one on; all further names together have the last. */
const colours = ["accent", "good", "warn", "left", "bad"] as const;

type Measure = (line: UsageLine) => number;

/** Plots of tokens and cost by day; with a bar for each name, if the report has its days by names. */
export function toDayPlots({ start, end, sums, daily }: UsageReport): readonly PlotOptions[] {
  const days = sums.day.length > 0 ? toDays(start, end) : [];
  const shared = { times: days.map((day) => Date.parse(day)), shape: "bars" } as const;
  const seriesOf = (measure: Measure, usual: readonly Series[]) =>
    daily ? { series: toNames(daily, days, measure), isStacked: true } : { series: usual };
  const toUsual = (title: string, colour: string, measure: Measure) => ({
    ...{ title, colour, values: toValues(sums.day, ({ name }) => name, days, measure) },
  });
  return [
    {
      ...{ ...shared, title: "Tokens by day", read: count },
      format: (value) => compact.format(value),
      ...seriesOf(tokensOf, [
        toUsual("all", "faint", tokensOf),
        toUsual("output", "accent", ({ output }) => output),
      ]),
    },
    {
      ...{ ...shared, title: "Cost by day" },
      format: (value) => shortDollars(value),
      ...seriesOf(costOf, [toUsual("dollars", "accent", costOf)]),
    },
  ];
}

/** A series for each of the names with the most, and one for all others. */
function toNames(
  lines: readonly DailyLine[],
  days: readonly string[],
  measure: Measure,
): readonly Series[] {
  const totals = new Map<string, number>();
  for (const line of lines) {
    totals.set(line.name, (totals.get(line.name) ?? 0) + measure(line));
  }
  const names = [...totals].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const toSeries = (title: string, colour: string, own: readonly string[]) => {
    const some = lines.filter(({ name }) => own.includes(name));
    return { title, colour, values: toValues(some, ({ day }) => day, days, measure) };
  };
  const others = names.slice(colours.length);
  return [
    ...colours.flatMap((colour, place) => {
      const name = names[place];
      return name === undefined ? [] : [toSeries(name || "none", colour, [name])];
    }),
    ...(others.length > 0 ? [toSeries(`${others.length} others`, "faint", others)] : []),
  ];
}

/** What each day has in all; null for a day without a line. */
function toValues<Line extends UsageLine>(
  lines: readonly Line[],
  dayOf: (line: Line) => string,
  days: readonly string[],
  measure: Measure,
): readonly (number | null)[] {
  const sums = new Map<string, number>();
  for (const line of lines) {
    sums.set(dayOf(line), (sums.get(dayOf(line)) ?? 0) + measure(line));
  }
  return days.map((day) => sums.get(day) ?? null);
}

function toDays(start: string, end: string): readonly string[] {
  const days: string[] = [];
  for (let day = Date.parse(start); day <= Date.parse(end); day += dayLength) {
    days.push(new Date(day).toISOString().slice(0, 10));
  }
  return days;
}

/** All tokens of a line; the kinds do not overlap, except that reasoning is a part of the output. */
function tokensOf({ input, cacheRead, cacheWrite, cacheWriteLong, output }: UsageLine): number {
  return input + cacheRead + cacheWrite + cacheWriteLong + output;
}

function costOf({ costNanoDollars }: UsageLine): number {
  return costNanoDollars;
}
