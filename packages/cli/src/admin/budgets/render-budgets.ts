import { type Column, renderTable } from "../../terminal/table/table.js";
import { amountColumns } from "../amount-columns.js";
import { toMinute } from "../times.js";
import type { BudgetBody } from "../wire/bodies.js";

/** A table of budgets, in dollars. One of a whole account has no key. */
export function renderBudgets(budgets: readonly BudgetBody[], width: number | undefined): string {
  if (budgets.length === 0) return "There are no budgets.\n";
  const columns: readonly Column<BudgetBody>[] = [
    { head: "Period", cell: ({ period }) => period },
    { head: "Key", cell: (budget) => budget.key_id ?? "" },
    ...amountColumns(budgets, "Budget"),
    { head: "Renews (UTC)", cell: (budget) => toMinute(budget.renews_at) },
    { head: "Time zone", cell: (budget) => budget.time_zone, canShrink: true },
  ];
  return renderTable(columns, budgets, { width });
}
