import { fromUsd } from "@diglot/core/accounts";
import { formatDollars } from "../../terminal/amounts.js";
import { type Column, renderTable } from "../../terminal/table/table.js";
import { amountColumns } from "../amount-columns.js";
import type { BalanceBody, NextRequestBody } from "../wire/bodies.js";

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
  const columns = [account, ...amountColumns(balances, "Credit", "no credit"), nextRequest];
  return renderTable(columns, balances, { width });
}

/** What happens to the next request of an account that costs something. */
const nextRequest: Column<BalanceBody> = {
  head: "Next request",
  cell: ({ next_request }) => (next_request ? describeNext(next_request) : ""),
  style: ({ next_request }) => (next_request?.outcome === "refused" ? "red" : undefined),
};

function describeNext({ outcome, limited_by, available_usd }: NextRequestBody): string {
  if (outcome === "unlimited") return outcome;
  if (limited_by === null) return "refused: no credit and no budget";
  const budget = limited_by === "credit" ? "its credit" : `its budget of the ${limited_by}`;
  if (outcome === "refused") return `refused: ${budget} is used up`;
  return `at most $${formatDollars(fromUsd(available_usd) ?? 0)}, by ${budget}`;
}
