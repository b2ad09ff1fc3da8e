import type { DatabaseSync } from "node:sqlite";
import {
  type UsageCounts,
  type UsageGroup,
  type UsageQuery,
  type UsageSum,
  usageKinds,
} from "@diglot/core";
import { type Columns, toNumber, toText } from "./columns.js";

/** A member of a sum that names its group, and what it is in SQL. */
interface Group {
  readonly member: "day" | "model" | "keyId" | "accountId";
  readonly sql: string;
}

const groups: Readonly<Record<UsageGroup, Group>> = {
  day: { member: "day", sql: "date(CAST(opened_at AS INTEGER) / 1000, 'unixepoch')" },
  model: { member: "model", sql: "model" },
  key: { member: "keyId", sql: "key_id" },
  account: { member: "accountId", sql: "account_id" },
};

const countSums: Readonly<Record<keyof UsageCounts, string>> = {
  input: "sum(input)",
  cacheRead: "sum(cache_read)",
  cacheWrite: "sum(cache_write)",
  cacheWriteLong: "sum(cache_write_long)",
  output: "sum(output)",
  reasoning: "sum(reasoning)",
};

const sums = [
  ...usageKinds.map((kind) => `${countSums[kind]} AS ${kind}`),
  "count(*) AS attempts",
  "sum(cost) AS costNanoDollars",
];

/** Sums rows where they are; the result is what `sumUsage` of core makes of the same rows. */
export function sumStoredUsage(database: DatabaseSync, query: UsageQuery): readonly UsageSum[] {
  const asked = query.groupBy.map((group) => groups[group]);
  const { from, to, accountId } = query;
  const parameters = accountId === undefined ? { from, to } : { from, to, accountId };
  return database
    .prepare(toSql(asked, accountId !== undefined))
    .all(parameters)
    .map((columns) => toNamedSum(columns, asked))
    .sort(byNames)
    .map(({ sum }) => sum);
}

function toSql(asked: readonly Group[], ofAccount: boolean): string {
  const columns = [...asked.map(({ member, sql }) => `${sql} AS ${member}`), ...sums];
  const places = asked.map((_, index) => index + 1);
  return `SELECT ${columns.join(", ")} FROM attempts
    WHERE opened_at >= :from AND opened_at < :to ${ofAccount ? "AND account_id = :accountId" : ""}
      AND number IS NOT NULL AND state <> 'released'
    ${places.length === 0 ? "" : `GROUP BY ${places.join(", ")}`}
    HAVING count(*) > 0`;
}

/** A sum, and the names of its group in the order of the query. */
interface NamedSum {
  readonly names: readonly string[];
  readonly sum: UsageSum;
}

/** The order of core's sums: by the first name that differs, in UTF-16 units. */
function byNames({ names: one }: NamedSum, { names: other }: NamedSum): number {
  const place = one.findIndex((name, index) => name !== other[index]);
  return (one[place] ?? "") < (other[place] ?? "") ? -1 : 1;
}

function toNamedSum(columns: Columns, asked: readonly Group[]): NamedSum {
  const names = asked.map(({ member }) => [member, toText(columns, member)] as const);
  const sum: UsageSum = {
    ...Object.fromEntries(names),
    input: toNumber(columns, "input"),
    cacheRead: toNumber(columns, "cacheRead"),
    cacheWrite: toNumber(columns, "cacheWrite"),
    cacheWriteLong: toNumber(columns, "cacheWriteLong"),
    output: toNumber(columns, "output"),
    reasoning: toNumber(columns, "reasoning"),
    attempts: toNumber(columns, "attempts"),
    costNanoDollars: toNumber(columns, "costNanoDollars"),
  };
  return { names: names.map(([, name]) => name), sum };
}
