import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { UsageReport } from "../../wire.js";
import { Plot } from "../parts/plot.js";
import { toDayPlots } from "./to-day-plots.js";

interface LedgerPlotsOptions {
  readonly report: UsageReport;
  /** What stands above the plots. */
  readonly children: ComponentChildren;
}

/** Tokens and cost by day, from the ledger. */
export function LedgerPlots({ report, children }: LedgerPlotsOptions) {
  const plots = useMemo(() => toDayPlots(report), [report]);
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
