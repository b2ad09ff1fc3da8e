import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { UsageReport } from "../../wire.js";
import { Choices } from "../parts/choices.js";
import { nameOfGrouping } from "../parts/format.js";
import { ask } from "../state/api.js";
import { hasAdmin } from "../state/requests.js";
import { Balances } from "./balances.js";
import { Breakdown } from "./breakdown.js";
import { LedgerPlots } from "./ledger-plots.js";
import { ProcessPlots } from "./process-plots.js";

const periods = [7, 30, 90] as const;
const splits = ["all", "model", "key", "account"] as const;

/** What was used, and how well it went. */
export function UseView() {
  const days = useSignal<number>(30);
  const split = useSignal<(typeof splits)[number]>("all");
  const report = useSignal<UsageReport | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    const by = split.value === "all" ? "" : `&by=${split.value}`;
    ask<UsageReport>(`/inspector/usage?days=${days.value}${by}`).then(
      (found) => {
        if (!isOver) report.value = found;
        problem.value = undefined;
      },
      (error) => {
        problem.value = String(error.message);
      },
    );
    return () => {
      isOver = true;
    };
  }, [days.value, split.value, report, problem]);
  return (
    <div class="use">
      <h1 class="hidden">Use</h1>
      {problem.value && <p class="bad">{problem.value}</p>}
      {report.value && (
        <>
          {report.value.hasLedger && (
            <LedgerPlots report={report.value}>
              <Choices
                legend="The last"
                values={periods}
                chosen={days.value}
                name={(period) => `${period} days`}
                choose={(period) => {
                  days.value = period;
                }}
              />
              <Choices
                legend="By"
                values={splits}
                chosen={split.value}
                name={(value) => nameOfGrouping(value)}
                choose={(value) => {
                  split.value = value;
                }}
              />
            </LedgerPlots>
          )}
          <ProcessPlots report={report.value} />
          <Breakdown report={report.value} />
        </>
      )}
      {hasAdmin.value && <Balances />}
    </div>
  );
}
