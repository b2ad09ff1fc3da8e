import type { DatabaseSync } from "node:sqlite";
import {
  groupMembers,
  sortSums,
  type UsageCounts,
  type UsageGroup,
  type UsageQuery,
  type UsageSum,
  usageKinds,
} from "@diglot/core";
import { type Columns, toNumber, toText } from "./columns.js";

/** What each sort of group is in SQL. */
const groups: Readonly<Record<UsageGroup, string>> = {
  day: "date(CAST(opened_at AS INTEGER) / 1000, 'unixepoch')",
  model: "model",
  key: "key_id",
  account: "account_id",
  end_user: "coalesce(end_user, '')",
  session: "coalesce(session_id, '')",
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
  "max(opened_at) AS lastUsedAt",
];

/** Sums rows where they are; the result is what `sumUsage` of core makes of the same rows. */
export function sumStoredUsage(database: DatabaseSync, query: UsageQuery): readonly UsageSum[] {
  const { from, to, accountId, groupBy } = query;
  const parameters = accountId === undefined ? { from, to } : { from, to, accountId };
  const rows = database.prepare(toSql(groupBy, accountId !== undefined)).all(parameters);
  return sortSums(
    rows.map((columns) => toUsageSum(columns, groupBy)),
    groupBy,
  );
}

function toSql(groupBy: readonly UsageGroup[], ofAccount: boolean): string {
  const names = groupBy.map((group) => `${groups[group]} AS ${groupMembers[group]}`);
  const columns = [...names, ...sums];
  const places = groupBy.map((_, index) => index + 1);
  return `SELECT ${columns.join(", ")} FROM attempts
    WHERE opened_at >= :from AND opened_at < :to ${ofAccount ? "AND account_id = :accountId" : ""}
      AND number IS NOT NULL AND state <> 'released'
    ${places.length === 0 ? "" : `GROUP BY ${places.join(", ")}`}
    HAVING count(*) > 0`;
}

function toUsageSum(columns: Columns, groupBy: readonly UsageGroup[]): UsageSum {
  const members = groupBy.map((group) => groupMembers[group]);
  return {
    ...Object.fromEntries(members.map((member) => [member, toText(columns, member)])),
    input: toNumber(columns, "input"),
    cacheRead: toNumber(columns, "cacheRead"),
    cacheWrite: toNumber(columns, "cacheWrite"),
    cacheWriteLong: toNumber(columns, "cacheWriteLong"),
    output: toNumber(columns, "output"),
    reasoning: toNumber(columns, "reasoning"),
    attempts: toNumber(columns, "attempts"),
    costNanoDollars: toNumber(columns, "costNanoDollars"),
    lastUsedAt: toNumber(columns, "lastUsedAt"),
  };
}
