import { usageKinds } from "../../conversation/usage/usage.js";
import { toDay } from "../time.js";
import type { FinalRow } from "./ledger.js";
import type { UsageGroup, UsageQuery, UsageSum } from "./records.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Sums rows in memory, as `LedgerRecords.usage` promises. */
export function sumUsage(rows: Iterable<FinalRow>, query: UsageQuery): readonly UsageSum[] {
  const sums = new Map<string, Mutable<UsageSum>>();
  for (const row of rows) {
    if (!isAsked(row, query)) continue;
    const names = query.groupBy.map((group) => nameOf[group](row));
    const key = JSON.stringify(names);
    const sum = sums.get(key) ?? emptySum(query.groupBy, names);
    sums.set(key, sum);
    add(sum, row);
  }
  return sortSums([...sums.values()], query.groupBy);
}

/** The name of a row's group, for each kind of group. */
const nameOf: Readonly<Record<UsageGroup, (row: FinalRow) => string>> = {
  day: ({ openedAt }) => toDay(openedAt),
  model: ({ model }) => model,
  key: ({ keyId }) => keyId,
  account: ({ accountId }) => accountId,
  end_user: ({ endUser = "" }) => endUser,
  session: ({ sessionId = "" }) => sessionId,
};

/** The member of a sum that has the name of its group, for each kind of group. */
export const groupMembers = {
  day: "day",
  model: "model",
  key: "keyId",
  account: "accountId",
  end_user: "endUser",
  session: "sessionId",
} as const satisfies Readonly<Record<UsageGroup, keyof UsageSum>>;

function isAsked(row: FinalRow, { accountId, from, to }: UsageQuery): boolean {
  if (row.state === "released" || row.openedAt < from || row.openedAt >= to) return false;
  return accountId === undefined || row.accountId === accountId;
}

function emptySum(groupBy: readonly UsageGroup[], names: readonly string[]): Mutable<UsageSum> {
  const sum: Mutable<UsageSum> = {
    input: 0,
    cacheRead: 0,
    cacheWrite: 0,
    cacheWriteLong: 0,
    output: 0,
    reasoning: 0,
    attempts: 0,
    costNanoDollars: 0,
    lastUsedAt: Number.NEGATIVE_INFINITY,
  };
  groupBy.forEach((group, index) => {
    sum[groupMembers[group]] = names[index];
  });
  return sum;
}

function add(sum: Mutable<UsageSum>, row: FinalRow): void {
  for (const kind of usageKinds) sum[kind] += row.usage[kind];
  sum.attempts += 1;
  sum.costNanoDollars += row.costNanoDollars;
  sum.lastUsedAt = Math.max(sum.lastUsedAt, row.openedAt);
}

/**
 * Sorts sums in the order of `LedgerRecords.usage`: by the first of their groups' names that differs, in the
 * order of UTF-16 units, which is the same on every machine.
 */
export function sortSums(
  sums: readonly UsageSum[],
  groupBy: readonly UsageGroup[],
): readonly UsageSum[] {
  const members = groupBy.map((group) => groupMembers[group]);
  return [...sums].sort((one, other) => {
    const member = members.find((each) => one[each] !== other[each]);
    if (member === undefined) return 0;
    return (one[member] ?? "") < (other[member] ?? "") ? -1 : 1;
  });
}
