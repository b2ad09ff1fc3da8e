import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { UsageLine, UsageReport } from "../../wire.js";
import { count, shortDollars } from "../parts/format.js";
import { Plot, type PlotOptions } from "../parts/plot.js";

const dayLength = 86_400_000;
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

interface LedgerPlotsOptions {
  readonly report: UsageReport;
  /** What stands above the plots. */
  readonly children: ComponentChildren;
}

/** Tokens and cost by day, from the ledger. */
export function LedgerPlots({ report, children }: LedgerPlotsOptions) {
  const plots = useMemo(() => toPlots(report), [report]);
  return (
    <section aria-label="Usage by day">
      <h2>
        From the ledger <span class="quiet">of all processes</span>
      </h2>
      {children}
      <div class="plots">
        {plots.map((plot) => (
          <Plot key={plot.title} {...plot} />
        ))}
      </div>
    </section>
  );
}

function toPlots({ start, end, sums }: UsageReport): readonly PlotOptions[] {
  const days = toDays(start, end);
  const byDay = new Map(sums.day.map((line) => [line.name, line]));
  const ofDays = (value: (line: UsageLine) => number) =>
    days.map((day) => {
      const line = byDay.get(new Date(day).toISOString().slice(0, 10));
      return line ? value(line) : null;
    });
  const times = sums.day.length > 0 ? days : [];
  return [
    {
      ...{ title: "Tokens by day", times, shape: "bars" },
      format: (value) => compact.format(value),
      read: count,
      series: [
        { title: "all", values: ofDays(tokensOf), colour: "faint" },
        { title: "output", values: ofDays(({ output }) => output), colour: "accent" },
      ],
    },
    {
      ...{ title: "Cost by day", times, shape: "bars" },
      format: (value) => shortDollars(value),
      series: [
        { title: "dollars", values: ofDays((line) => line.costNanoDollars), colour: "accent" },
      ],
    },
  ];
}

function toDays(start: string, end: string): readonly number[] {
  const days: number[] = [];
  for (let day = Date.parse(start); day <= Date.parse(end); day += dayLength) days.push(day);
  return days;
}

/** All tokens of a line; the kinds do not overlap, except that reasoning is a part of the output. */
function tokensOf({ input, cacheRead, cacheWrite, cacheWriteLong, output }: UsageLine): number {
  return input + cacheRead + cacheWrite + cacheWriteLong + output;
}
