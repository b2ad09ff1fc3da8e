import { decimalsOf, formatCount, formatDollars } from "../../terminal/amounts.js";
import { type Column, renderTable } from "../../terminal/table/table.js";
import { toMinute } from "../times.js";
import type { KeyBody } from "../wire/bodies.js";
import { firstDay, type KeyUsage } from "./ask-key-usage.js";
import { stateStyles, toModels } from "./render-key.js";

type Row = KeyBody & KeyUsage;

const monthName = new Intl.DateTimeFormat("en-US", {
  ...{ month: "long", year: "numeric", timeZone: "UTC" },
});

/** A table of keys, and below it the month that its sums are of. */
export function renderKeys(keys: readonly Row[], now: Date, width: number | undefined): string {
  if (keys.length === 0) return "There are no keys.\n";
  const table = renderTable(toColumns(keys, now), keys, { width });
  const isUsed = keys.some((key) => key.month_to_date !== null);
  return isUsed ? `${table}\nAttempts and USD: ${monthName.format(now)}, in UTC.\n` : table;
}

function toColumns(keys: readonly Row[], now: Date): readonly Column<Row>[] {
  const costs = keys.map((key) => key.month_to_date?.cost_nano_dollars ?? 0);
  return [
    { head: "Id", cell: ({ id }) => id },
    { head: "Account", cell: (key) => key.account_id, canShrink: true },
    { head: "Name", cell: ({ name }) => name ?? "", canShrink: true },
    { head: "State", cell: ({ state }) => state, style: ({ state }) => stateStyles[state] },
    { head: "Models", cell: toModels, canShrink: true },
    { head: "Expires", cell: (key) => toMinute(key.expires_at) },
    { head: "Last use", cell: (key) => toLastUse(key, now) },
    ...toAmounts(decimalsOf(costs)),
  ];
}

function toAmounts(decimals: number): readonly Column<Row>[] {
  return [
    {
      head: "Attempts",
      cell: ({ month_to_date: sum }) => (sum ? formatCount(sum.attempts) : ""),
      align: "right",
    },
    {
      head: "USD",
      cell: ({ month_to_date: sum }) => (sum ? formatDollars(sum.cost_nano_dollars, decimals) : ""),
      align: "right",
    },
  ];
}

function toLastUse(key: Row, now: Date): string {
  if (key.last_used_at !== null) return toMinute(key.last_used_at);
  return key.created_at.slice(0, 10) >= firstDay(now) ? "never" : "not for a year";
}
