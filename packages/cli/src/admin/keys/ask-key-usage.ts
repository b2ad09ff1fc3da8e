import type { AdminClient } from "../client/admin-client.js";
import type { UsageBody, UsageListBody } from "../wire/bodies.js";

const dayLength = 86_400_000;
/** The most days that the admin endpoints sum at once. */
const longestRange = 366;

/** What a key was used for. */
export interface KeyUsage {
  /** In ISO 8601; null: not within the days that were looked at, which are those of a year. */
  readonly last_used_at: string | null;
  /** What it has used since the first day of this month, in UTC; null: nothing. */
  readonly month_to_date: UsageBody | null;
}

/** The usage of each key, by id. A key that was not used for a year is not in it. */
export async function askKeyUsage(
  client: AdminClient,
  accountId: string | undefined,
  now: Date,
): Promise<ReadonlyMap<string, KeyUsage>> {
  const month = await askSince(client, accountId, `${toDay(now).slice(0, 8)}01`);
  const year = await askSince(client, accountId, firstDay(now));
  const ofMonth = new Map(month.map((sum) => [sum.key_id, sum]));
  return new Map(
    year.map((sum) => [
      sum.key_id ?? "",
      {
        last_used_at: sum.last_used_at ?? null,
        month_to_date: ofMonth.get(sum.key_id) ?? null,
      },
    ]),
  );
}

/** The first of the days that are looked at. */
export function firstDay(now: Date): string {
  return toDay(new Date(now.getTime() - (longestRange - 1) * dayLength));
}

async function askSince(
  client: AdminClient,
  accountId: string | undefined,
  start: string,
): Promise<readonly UsageBody[]> {
  const query = { group_by: "key", start, account_id: accountId };
  const usage = await client.ask<UsageListBody>({ method: "GET", path: "/usage", query });
  return usage.data;
}

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
