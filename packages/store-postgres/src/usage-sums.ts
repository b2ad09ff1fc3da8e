import type { UsageGroup, UsageSum } from "@diglot/core";
import { type Columns, numberOf, textOf } from "./columns.js";
import { toUsageCounts } from "./row-columns.js";

const millisecondsOfDay = 86_400_000;

/** The name of a sum's group of each sort. */
const nameOf: Readonly<Record<UsageGroup, (columns: Columns) => string>> = {
  day: (columns) => toDay(numberOf(columns, "day")),
  model: (columns) => textOf(columns, "model"),
  key: (columns) => textOf(columns, "key_id"),
  account: (columns) => textOf(columns, "account_id"),
};

/** Where a sum tells the name. */
const members = { day: "day", model: "model", key: "keyId", account: "accountId" } as const;

/** Sums of the database as `sumUsage` of core makes them, in its order. */
export function toUsageSums(
  sums: readonly Columns[],
  groupBy: readonly UsageGroup[],
): readonly UsageSum[] {
  return sums
    .map((columns) => ({ columns, names: groupBy.map((group) => nameOf[group](columns)) }))
    .sort((one, other) => compareNames(one.names, other.names))
    .map(({ columns, names }) => toUsageSum(columns, groupBy, names));
}

function toUsageSum(
  columns: Columns,
  groupBy: readonly UsageGroup[],
  names: readonly string[],
): UsageSum {
  return {
    ...Object.fromEntries(groupBy.map((group, index) => [members[group], names[index]])),
    ...toUsageCounts(columns),
    attempts: numberOf(columns, "attempts"),
    costNanoDollars: numberOf(columns, "cost_nano_dollars"),
  };
}

/** By the first name that differs, in the order of UTF-16 units; the database's own is another one. */
function compareNames(one: readonly string[], other: readonly string[]): number {
  for (const [index, name] of one.entries()) {
    const against = other[index] ?? "";
    if (name !== against) return name < against ? -1 : 1;
  }
  return 0;
}

function toDay(day: number): string {
  return new Date(day * millisecondsOfDay).toISOString().slice(0, 10);
}

/**
 * The first whole millisecond at or after a time, within what a number counts exactly; no row is
 * opened outside of that.
 */
export function toWholeTime(time: number): number {
  const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
  return Math.min(Math.max(Math.ceil(time), MIN_SAFE_INTEGER), MAX_SAFE_INTEGER);
}
