import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { UsageReport } from "../../wire.js";
import { ask } from "../state/api.js";
import { Balances } from "./balances.js";
import { Breakdown } from "./breakdown.js";
import { Plots } from "./plots.js";

const periods = [7, 30, 90] as const;

/** What was used, and how well it went. */
export function UseView() {
  const days = useSignal<number>(30);
  const report = useSignal<UsageReport | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    ask<UsageReport>(`/inspector/usage?days=${days.value}`).then(
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
  }, [days.value, report, problem]);
  return (
    <div class="use">
      <fieldset class="choices">
        <legend class="quiet">The last</legend>
        {periods.map((period) => (
          <button
            key={period}
            type="button"
            aria-pressed={days.value === period}
            onClick={() => {
              days.value = period;
            }}
          >
            {period} days
          </button>
        ))}
      </fieldset>
      {problem.value && <p class="bad">{problem.value}</p>}
      {report.value && (
        <>
          <Plots report={report.value} />
          <Breakdown report={report.value} />
        </>
      )}
      <Balances />
    </div>
  );
}
