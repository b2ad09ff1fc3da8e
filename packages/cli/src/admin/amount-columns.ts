import { decimalsOf, formatDollars } from "../terminal/amounts.js";
import type { Column } from "../terminal/table/table.js";
import type { BalanceBody, BudgetBody } from "./wire/bodies.js";

type Amounts = Pick<
  BalanceBody | BudgetBody,
  "limit_nano_dollars" | "spent_nano_dollars" | "reserved_nano_dollars" | "available_nano_dollars"
>;

/**
 * What is allowed, spent, reserved and left, in dollars; those below 0 in red.
 * @param absent what stands in the place of a limit that is absent; nothing is left of it
 */
export function amountColumns<Row extends Amounts>(
  rows: readonly Row[],
  limitHead: string,
  absent = "",
): readonly Column<Row>[] {
  const amounts: readonly (readonly [string, (row: Row) => number | null])[] = [
    [limitHead, (row) => row.limit_nano_dollars],
    ["Spent", (row) => row.spent_nano_dollars],
    ["Reserved", (row) => row.reserved_nano_dollars],
    ["Available", (row) => row.available_nano_dollars],
  ];
  return amounts.map(([head, amountOf]) => {
    const decimals = decimalsOf(rows.map((row) => amountOf(row) ?? 0));
    const cell = (row: Row) => {
      const amount = amountOf(row);
      if (amount !== null) return formatDollars(amount, decimals);
      return head === limitHead ? absent : "";
    };
    const style = (row: Row) => ((amountOf(row) ?? 0) < 0 ? ("red" as const) : undefined);
    return { head, align: "right", cell, style };
  });
}
