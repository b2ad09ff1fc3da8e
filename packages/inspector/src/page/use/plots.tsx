import { useMemo } from "preact/hooks";
import type { LatencyLine, UsageLine, UsageReport } from "../../wire.js";
import { count, duration, shortDollars } from "../parts/format.js";
import { Plot, type PlotOptions } from "../parts/plot.js";

const dayLength = 86_400_000;
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

/** Tokens and cost by day, from the ledger; times and errors of the requests that are kept. */
export function Plots({ report }: { readonly report: UsageReport }) {
  const plots = useMemo(() => toPlots(report), [report]);
  return (
    <section class="plots" aria-label="Plots">
      {plots.map((plot) => (
        <Plot key={plot.title} {...plot} />
      ))}
    </section>
  );
}

function toPlots({ start, end, sums, latencies }: UsageReport): readonly PlotOptions[] {
  const days = toDays(start, end);
  const byDay = new Map(sums.day.map((line) => [line.name, line]));
  const ofDays = (value: (line: UsageLine) => number) =>
    days.map((day) => {
      const line = byDay.get(new Date(day).toISOString().slice(0, 10));
      return line ? value(line) : null;
    });
  const { time } = latencies;
  const times = time.map(({ name }) => Number(name));
  const ofTimes = (value: (line: LatencyLine) => number | undefined) =>
    time.map((line) => value(line) ?? null);
  const hasSums = sums.day.length > 0;
  return [
    {
      title: "Tokens by day",
      times: hasSums ? days : [],
      shape: "bars",
      format: (value) => compact.format(value),
      series: [
        { title: "all", values: ofDays(tokensOf), colour: "faint" },
        { title: "output", values: ofDays(({ output }) => output), colour: "accent" },
      ],
    },
    {
      title: "Cost by day",
      times: hasSums ? days : [],
      shape: "bars",
      format: (value) => shortDollars(value),
      series: [
        { title: "dollars", values: ofDays((line) => line.costNanoDollars), colour: "accent" },
      ],
    },
    {
      title: "Time to the end",
      times,
      shape: "line",
      format: (value) => duration(Math.round(value)),
      series: [
        { title: "p50", values: ofTimes(({ p50 }) => p50), colour: "accent" },
        { title: "p90", values: ofTimes(({ p90 }) => p90), colour: "warn" },
        { title: "p99", values: ofTimes(({ p99 }) => p99), colour: "bad" },
      ],
    },
    {
      title: "Requests and errors",
      times,
      shape: "line",
      format: count,
      series: [
        { title: "requests", values: ofTimes(({ requests }) => requests), colour: "accent" },
        { title: "refused", values: ofTimes(({ refused }) => refused), colour: "warn" },
        { title: "failed", values: ofTimes(({ failed }) => failed), colour: "bad" },
      ],
    },
  ];
}

function toDays(start: string, end: string): number[] {
  const days: number[] = [];
  for (let day = Date.parse(start); day <= Date.parse(end); day += dayLength) days.push(day);
  return days;
}

/** All tokens of a line; the kinds do not overlap, except that reasoning is a part of the output. */
export function tokensOf({ input, cacheRead, cacheWrite, cacheWriteLong, output }: UsageLine) {
  return input + cacheRead + cacheWrite + cacheWriteLong + output;
}
