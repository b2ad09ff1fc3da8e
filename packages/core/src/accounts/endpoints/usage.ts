import type { LedgerRecords, UsageGroup, UsageSum } from "../ledger/records.js";
import { toUsd } from "../prices/dollars.js";
import { askStore } from "./ask-store.js";
import { readDays, readGroups } from "./read-query.js";

/** A request for usage over HTTP. */
export interface UsageQuestion {
  readonly ledger: LedgerRecords;
  /** If absent, the usage of all accounts. */
  readonly accountId: string | undefined;
  readonly query: URLSearchParams;
  readonly now: number;
  /** What it may be summed by. */
  readonly groups: readonly UsageGroup[];
}

/** The parameters of a request for usage. */
export const usageParameters: readonly string[] = ["start", "end", "group_by"];

/** The list of sums, and the days that they cover. @throws ServiceError */
export async function answerUsage({ ledger, accountId, query, now, groups }: UsageQuestion) {
  const { start, end, from, to } = readDays(query, now, ["start", "end"]);
  const groupBy = readGroups(query, groups);
  const sums = await askStore(() => ledger.usage({ accountId, from, to, groupBy }));
  return { object: "list", data: sums.map(toUsageItem), start, end };
}

/** A sum on the wire; members that are not in `group_by` are absent. */
function toUsageItem(sum: UsageSum) {
  return {
    object: "usage",
    day: sum.day,
    model: sum.model,
    key_id: sum.keyId,
    account_id: sum.accountId,
    attempts: sum.attempts,
    input_tokens: sum.input,
    cache_read_tokens: sum.cacheRead,
    cache_write_tokens: sum.cacheWrite,
    cache_write_long_tokens: sum.cacheWriteLong,
    output_tokens: sum.output,
    reasoning_tokens: sum.reasoning,
    cost_nano_dollars: sum.costNanoDollars,
    cost_usd: toUsd(sum.costNanoDollars),
  };
}
