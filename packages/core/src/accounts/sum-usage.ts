import { type UsageKind, usageKinds } from "../conversation/usage.js";
import type { UsageGroup, UsageQuery, UsageSum } from "./books.js";
import type { FinalRow } from "./ledger.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Sums rows in memory, as `Books.usage` promises it. */
export function sumUsage(rows: readonly FinalRow[], query: UsageQuery): readonly UsageSum[] {
  const sums = new Map<string, Mutable<UsageSum>>();
  for (const row of rows) {
    if (!isAsked(row, query)) continue;
    const names = query.groupBy.map((group) => groups[group](row));
    const key = JSON.stringify(names.map((name) => Object.values(name)));
    const sum = sums.get(key) ?? emptySum(Object.assign({}, ...names));
    sums.set(key, sum);
    add(sum, row);
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

/** The name of each group that a row belongs to. */
const groups: Readonly<Record<UsageGroup, (row: FinalRow) => Partial<UsageSum>>> = {
  day: ({ openedAt }) => ({ day: new Date(openedAt).toISOString().slice(0, 10) }),
  model: ({ model }) => ({ model }),
  key: ({ keyId }) => ({ keyId }),
  account: ({ accountId }) => ({ accountId }),
};

function isAsked(row: FinalRow, { accountId, from, to }: UsageQuery): boolean {
  if (row.state === "released" || row.openedAt < from || row.openedAt >= to) return false;
  return accountId === undefined || row.accountId === accountId;
}

function emptySum(names: Partial<UsageSum>): Mutable<UsageSum> {
  const counts = Object.fromEntries(usageKinds.map((kind) => [kind, 0])) as Record<
    UsageKind,
    number
  >;
  return { ...names, ...counts, attempts: 0, costNanoDollars: 0 };
}

function add(sum: Mutable<UsageSum>, row: FinalRow): void {
  for (const kind of usageKinds) sum[kind] += row.usage[kind];
  sum.attempts += 1;
  sum.costNanoDollars += row.costNanoDollars;
}
