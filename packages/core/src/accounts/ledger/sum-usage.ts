import { usageKinds } from "../../conversation/usage.js";
import type { UsageGroup, UsageQuery, UsageSum } from "./books.js";
import type { FinalRow } from "./ledger.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Group {
  /** In the order of the query's groups. */
  readonly names: readonly string[];
  readonly sum: Mutable<UsageSum>;
}

/** Sums rows in memory, as `Books.usage` promises it. */
export function sumUsage(rows: Iterable<FinalRow>, query: UsageQuery): readonly UsageSum[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    if (!isAsked(row, query)) continue;
    const names = query.groupBy.map((group) => nameOf[group](row));
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, sum: emptySum(query.groupBy, names) };
    groups.set(key, group);
    add(group.sum, row);
  }
  return [...groups.values()].sort(byNames).map(({ sum }) => sum);
}

/** What a row's group of each sort is called. */
const nameOf: Readonly<Record<UsageGroup, (row: FinalRow) => string>> = {
  day: ({ openedAt }) => new Date(openedAt).toISOString().slice(0, 10),
  model: ({ model }) => model,
  key: ({ keyId }) => keyId,
  account: ({ accountId }) => accountId,
};

/** Where a sum tells the name. */
const members = { day: "day", model: "model", key: "keyId", account: "accountId" } as const;

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
  };
  groupBy.forEach((group, index) => {
    sum[members[group]] = names[index];
  });
  return sum;
}

function add(sum: Mutable<UsageSum>, row: FinalRow): void {
  for (const kind of usageKinds) sum[kind] += row.usage[kind];
  sum.attempts += 1;
  sum.costNanoDollars += row.costNanoDollars;
}

/** By the first name that differs, in the order of UTF-16 units, which is the same on every machine. */
function byNames({ names: one }: Group, { names: other }: Group): number {
  for (const [index, name] of one.entries()) {
    const against = other[index] ?? "";
    if (name !== against) return name < against ? -1 : 1;
  }
  return 0;
}
