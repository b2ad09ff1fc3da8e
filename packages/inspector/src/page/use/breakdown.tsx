import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { LatencyLine, UsageLine, UsageReport } from "../../wire.js";
import { Choices } from "../parts/choices.js";
import { count, dollars, duration, nameOfGrouping } from "../parts/format.js";
import { Wide } from "../parts/wide.js";

const groupings = ["model", "key", "account"] as const;

type Grouping = (typeof groupings)[number];

interface Column<T> {
  readonly title: string;
  show(line: T | undefined): ComponentChildren;
}

const ofLedger: readonly Column<UsageLine>[] = [
  { title: "Attempts", show: (sum) => count(sum?.attempts) },
  { title: "Input", show: (sum) => count(sum?.input) },
  { title: "Cached", show: (sum) => count(sum && cachedOf(sum)) },
  { title: "Output", show: (sum) => count(sum?.output) },
  { title: "Cost", show: (sum) => dollars(sum?.costNanoDollars) },
];

const ofProcess: readonly Column<LatencyLine>[] = [
  { title: "Refused", show: (line) => count(line?.refused) },
  {
    title: "Failed",
    show: (line) => <span class={line?.failed ? "bad" : ""}>{count(line?.failed)}</span>,
  },
  { title: "First content p50", show: (line) => duration(line?.firstContentP50) },
  { title: "Latency p50", show: (line) => duration(line?.p50) },
  { title: "p95", show: (line) => duration(line?.p95) },
  { title: "p99", show: (line) => duration(line?.p99) },
];

/** What was used, and how well it went, by model, caller or account; the dearest first. */
export function Breakdown({ report }: { readonly report: UsageReport }) {
  const grouping = useSignal<Grouping>("model");
  return (
    <section aria-label="Breakdown">
      <h2>Breakdown</h2>
      <Choices
        legend="By"
        values={groupings}
        chosen={grouping.value}
        name={(value) => nameOfGrouping(value)}
        choose={(value) => {
          grouping.value = value;
        }}
      />
      <Wide>
        <Table report={report} grouping={grouping.value} />
      </Wide>
    </section>
  );
}

interface TableOptions {
  readonly report: UsageReport;
  readonly grouping: Grouping;
}

function Table({ report, grouping }: TableOptions) {
  const sums = new Map(report.sums[grouping].map((line) => [line.name, line]));
  const latencies = new Map(report.latencies[grouping].map((line) => [line.name, line]));
  const names = [...new Set([...sums.keys(), ...latencies.keys()])].sort(
    (one, other) => costOf(sums.get(other)) - costOf(sums.get(one)),
  );
  const ledger = report.hasLedger ? ofLedger : [];
  return (
    <table>
      <Head grouping={grouping} ledger={ledger} />
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {ledger.map(({ title, show }) => (
              <td key={title} class="number">
                {show(sums.get(name))}
              </td>
            ))}
            {ofProcess.map(({ title, show }) => (
              <td key={title} class="number">
                {show(latencies.get(name))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeadOptions {
  readonly grouping: Grouping;
  readonly ledger: readonly Column<UsageLine>[];
}

/** Says of each figure whether it is of the ledger or of this process. */
function Head({ grouping, ledger }: HeadOptions) {
  const isModel = grouping === "model";
  return (
    <thead>
      <tr>
        <td class="no-line" />
        {ledger.length > 0 && (
          <th colspan={ledger.length} scope="colgroup">
            From the ledger{isModel && ", by the model that was billed"}
          </th>
        )}
        <th colspan={ofProcess.length} scope="colgroup">
          Of this process{isModel && ", by the model that was asked for"}
        </th>
      </tr>
      <tr>
        <th>{isModel ? "Model" : "Id"}</th>
        {[...ledger, ...ofProcess].map(({ title }) => (
          <th key={title} class="number">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function cachedOf({ cacheRead, cacheWrite, cacheWriteLong }: UsageLine): number {
  return cacheRead + cacheWrite + cacheWriteLong;
}

function costOf(line: UsageLine | undefined): number {
  return line?.costNanoDollars ?? 0;
}
