import { useSignal } from "@preact/signals";
import type { LatencyLine, UsageLine, UsageReport } from "../../wire.js";
import { count, dollars, duration } from "../parts/format.js";

const groupings = ["model", "key", "account"] as const;

/** What was used, and how well it went, by model, key or account; the dearest first. */
export function Breakdown({ report }: { readonly report: UsageReport }) {
  const grouping = useSignal<(typeof groupings)[number]>("model");
  const sums = new Map(report.sums[grouping.value].map((line) => [line.name, line]));
  const latencies = new Map(report.latencies[grouping.value].map((line) => [line.name, line]));
  const names = [...new Set([...sums.keys(), ...latencies.keys()])].sort(
    (one, other) => costOf(sums.get(other)) - costOf(sums.get(one)),
  );
  return (
    <section aria-label="Breakdown">
      <fieldset class="choices">
        <legend class="quiet">By</legend>
        {groupings.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={grouping.value === name}
            onClick={() => {
              grouping.value = name;
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th>{grouping.value === "model" ? "Model" : "Id"}</th>
              <th class="number">Attempts</th>
              <th class="number">Input</th>
              <th class="number">Cached</th>
              <th class="number">Output</th>
              <th class="number">Cost</th>
              <th class="number">Refused</th>
              <th class="number">Failed</th>
              <th class="number">First, p50</th>
              <th class="number">End, p50</th>
              <th class="number">p90</th>
              <th class="number">p99</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <Line key={name} name={name} sum={sums.get(name)} latency={latencies.get(name)} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">
        Tokens and cost are those of the ledger, by the model that was billed. Errors and times are
        those of the last requests of this process, by the model that was asked for.
      </p>
    </section>
  );
}

interface LineOptions {
  readonly name: string;
  readonly sum: UsageLine | undefined;
  readonly latency: LatencyLine | undefined;
}

function Line({ name, sum, latency }: LineOptions) {
  return (
    <tr>
      <td>{name}</td>
      <td class="number">{count(sum?.attempts)}</td>
      <td class="number">{count(sum?.input)}</td>
      <td class="number">{count(sum && sum.cacheRead + sum.cacheWrite + sum.cacheWriteLong)}</td>
      <td class="number">{count(sum?.output)}</td>
      <td class="number">{dollars(sum?.costNanoDollars)}</td>
      <td class="number">{count(latency?.refused)}</td>
      <td class={`number${latency?.failed ? " bad" : ""}`}>{count(latency?.failed)}</td>
      <td class="number">{duration(latency?.firstContentP50)}</td>
      <td class="number">{duration(latency?.p50)}</td>
      <td class="number">{duration(latency?.p90)}</td>
      <td class="number">{duration(latency?.p99)}</td>
    </tr>
  );
}

function costOf(line: UsageLine | undefined): number {
  return line?.costNanoDollars ?? 0;
}
