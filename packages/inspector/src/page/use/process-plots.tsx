import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { LatencyLine, UsageReport } from "../../wire.js";
import { Choices } from "../parts/choices.js";
import { count, dayTime, duration, nameOfGrouping } from "../parts/format.js";
import { Lanes } from "../parts/lanes.js";
import { Plot, type PlotOptions } from "../parts/plot.js";
import { toErrorLanes, toLatencyLanes } from "./to-lanes.js";

const groupings = ["time", "day", "model", "key", "account"] as const;

/** Latencies and errors of the requests that this process keeps. */
export function ProcessPlots({ report }: { readonly report: UsageReport }) {
  const grouping = useSignal<(typeof groupings)[number]>("time");
  const { latencies, kept } = report;
  return (
    <section aria-label="Latencies and errors">
      <h2>
        Of this process <span class="quiet">{describeKept(kept)}</span>
      </h2>
      <Choices
        legend="By"
        values={groupings}
        chosen={grouping.value}
        name={(value) => nameOfGrouping(value)}
        choose={(value) => {
          grouping.value = value;
        }}
      />
      <div class="plots">
        {grouping.value === "time" ? (
          <TimePlots lines={latencies.time} />
        ) : (
          <>
            <Lanes {...toLatencyLanes(latencies[grouping.value])} />
            <Lanes {...toErrorLanes(latencies[grouping.value])} />
          </>
        )}
      </div>
      <p class="quiet">
        Latency is the time from the start of an answered request to its end. The ledger has neither
        latencies nor errors, so these figures are of this process only and start again with it.
      </p>
    </section>
  );
}

function describeKept({ requests, since }: UsageReport["kept"]): string {
  if (since === undefined) return "no request to a model yet";
  const time = dayTime(new Date(since).toISOString());
  return `its last ${count(requests)} requests to models, since ${time} UTC`;
}

/** Marks between whole numbers have no name. */
function wholeNumber(value: number): string {
  return Number.isInteger(value) ? count(value) : "";
}

function TimePlots({ lines }: { readonly lines: readonly LatencyLine[] }) {
  const plots = useMemo(() => toPlots(lines), [lines]);
  return plots.map((plot) => <Plot key={plot.title} {...plot} />);
}

function toPlots(lines: readonly LatencyLine[]): readonly PlotOptions[] {
  const times = lines.map(({ name }) => Number(name));
  const valuesOf = (value: (line: LatencyLine) => number | undefined) =>
    lines.map((line) => value(line) ?? null);
  return [
    {
      ...{ title: "Latency", times, shape: "line" },
      format: (value) => duration(Math.round(value)),
      series: [
        { title: "p50", values: valuesOf(({ p50 }) => p50), colour: "accent" },
        { title: "p95", values: valuesOf(({ p95 }) => p95), colour: "warn" },
        { title: "p99", values: valuesOf(({ p99 }) => p99), colour: "bad" },
      ],
    },
    {
      ...{ title: "Requests and errors", times, shape: "line", format: wholeNumber },
      series: [
        { title: "requests", values: valuesOf(({ requests }) => requests), colour: "accent" },
        { title: "refused", values: valuesOf(({ refused }) => refused), colour: "warn" },
        { title: "failed", values: valuesOf(({ failed }) => failed), colour: "bad" },
      ],
    },
  ];
}
