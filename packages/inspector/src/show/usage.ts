import { type LedgerRecords, ServiceError, type UsageSum } from "@diglot/core";
import type { DailyLine, Grouping, Split, UsageLine, UsageReport } from "../wire.js";

/** Whole days in UTC: `to` is behind the last one. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

const groupings: readonly Grouping[] = ["day", "model", "key", "account"];
const nothing: UsageReport["sums"] = { day: [], model: [], key: [], account: [] };

/**
 * The sums of a ledger by day, model, key and account.
 * @throws ServiceError `store_unavailable`
 */
export async function sumLedger(
  ledger: LedgerRecords | undefined,
  days: Days,
): Promise<UsageReport["sums"]> {
  if (!ledger) return nothing;
  const sums = await Promise.all(groupings.map((grouping) => sumBy(grouping, ledger, days)));
  return { ...nothing, ...Object.fromEntries(sums) };
}

/**
 * The sums of each day of a ledger, split by model, key or account.
 * @throws ServiceError `store_unavailable`
 */
export async function sumDaily(
  ledger: LedgerRecords | undefined,
  days: Days,
  split: Split,
): Promise<readonly DailyLine[]> {
  if (!ledger) return [];
  const sums = await readSums(ledger, { ...days, groupBy: ["day", split] });
  return sums.map((sum) => ({ ...toLine(sum, split), day: sum.day ?? "" }));
}

async function sumBy(grouping: Grouping, ledger: LedgerRecords, days: Days) {
  const sums = await readSums(ledger, { ...days, groupBy: [grouping] });
  return [grouping, sums.map((sum) => toLine(sum, grouping))] as const;
}

async function readSums(
  ledger: LedgerRecords,
  query: Parameters<LedgerRecords["usage"]>[0],
): Promise<readonly UsageSum[]> {
  return ledger.usage(query).catch((cause) => {
    const message = "The usage records cannot be read at the moment. Try again later.";
    throw new ServiceError({ kind: "store_unavailable", message, cause });
  });
}

function toLine(sum: UsageSum, grouping: Grouping): UsageLine {
  const names = { day: sum.day, model: sum.model, key: sum.keyId, account: sum.accountId };
  const { attempts, costNanoDollars } = sum;
  const { input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning } = sum;
  return {
    name: names[grouping] ?? "",
    ...{ attempts, costNanoDollars },
    ...{ input, cacheRead, cacheWrite, cacheWriteLong, output, reasoning },
  };
}
