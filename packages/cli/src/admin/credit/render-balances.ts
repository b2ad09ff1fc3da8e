import { renderTable } from "../../terminal/table/table.js";
import { amountColumns } from "../amount-columns.js";
import type { BalanceBody } from "../wire/bodies.js";

/** A table of what accounts may spend, in dollars. */
export function renderBalances(
  balances: readonly BalanceBody[],
  width: number | undefined,
): string {
  if (balances.length === 0) return "There are no accounts.\n";
  const account = {
    head: "Account",
    cell: (balance: BalanceBody) => balance.account_id,
    canShrink: true,
  };
  return renderTable([account, ...amountColumns(balances, "Credit")], balances, { width });
}
