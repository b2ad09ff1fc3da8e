import type * as z from "zod/mini";
import type { LedgerRecords, UsageSum } from "../../accounts/ledger/records.js";
import { toUsd } from "../../accounts/prices/dollars.js";
import { callStore } from "./call-store.js";
import { toDays } from "./days.js";
import type { UsageAnswer, UsageItem } from "./schemas/answers.js";
import type { allUsageQuery } from "./schemas/queries.js";

/** A request for usage over HTTP. */
export interface UsageQuestion {
  readonly ledger: LedgerRecords;
  /** If absent, the usage of all accounts. */
  readonly accountId: string | undefined;
  readonly query: Omit<z.output<typeof allUsageQuery>, "account_id">;
  readonly now: number;
}

/** The list of sums, and the days that they cover. @throws ServiceError */
export async function answerUsage(question: UsageQuestion): Promise<UsageAnswer> {
  const { ledger, accountId, query, now } = question;
  const { start, end, from, to } = toDays(["start", query.start], ["end", query.end], now);
  const sums = await callStore(() =>
    ledger.usage({ accountId, from, to, groupBy: query.group_by }),
  );
  return { object: "list", data: sums.map(toUsageItem), start, end };
}

/** A sum on the wire; members that are not in `group_by` are absent. */
function toUsageItem(sum: UsageSum): UsageItem {
  return {
    object: "usage",
    day: sum.day,
    model: sum.model,
    key_id: sum.keyId,
    account_id: sum.accountId,
    end_user: sum.endUser,
    session_id: sum.sessionId,
    attempts: sum.attempts,
    input_tokens: sum.input,
    cache_read_tokens: sum.cacheRead,
    cache_write_tokens: sum.cacheWrite,
    cache_write_long_tokens: sum.cacheWriteLong,
    output_tokens: sum.output,
    reasoning_tokens: sum.reasoning,
    cost_nano_dollars: sum.costNanoDollars,
    cost_usd: toUsd(sum.costNanoDollars),
    last_used_at: new Date(sum.lastUsedAt).toISOString(),
  };
}
