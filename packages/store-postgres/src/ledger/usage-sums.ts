import { groupMembers, sortSums, type UsageGroup, type UsageSum } from "@diglot/core";
import { type Columns, numberOf, textOf } from "../columns.js";
import { toUsageCounts } from "./row-columns.js";

const millisecondsOfDay = 86_400_000;

/** The name of a sum's group of each sort. */
const nameOf: Readonly<Record<UsageGroup, (columns: Columns) => string>> = {
  day: (columns) => toDay(numberOf(columns, "day")),
  model: (columns) => textOf(columns, "model"),
  key: (columns) => textOf(columns, "key_id"),
  account: (columns) => textOf(columns, "account_id"),
  end_user: (columns) => textOf(columns, "end_user"),
  session: (columns) => textOf(columns, "session_id"),
};

/** Sums of the database as `sumUsage` of core makes them. The database's order of names is another one. */
export function toUsageSums(
  sums: readonly Columns[],
  groupBy: readonly UsageGroup[],
): readonly UsageSum[] {
  return sortSums(
    sums.map((columns) => toUsageSum(columns, groupBy)),
    groupBy,
  );
}

function toUsageSum(columns: Columns, groupBy: readonly UsageGroup[]): UsageSum {
  const names = groupBy.map((group) => [groupMembers[group], nameOf[group](columns)]);
  return {
    ...Object.fromEntries(names),
    ...toUsageCounts(columns),
    attempts: numberOf(columns, "attempts"),
    costNanoDollars: numberOf(columns, "cost_nano_dollars"),
    lastUsedAt: numberOf(columns, "last_used_at"),
  };
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
