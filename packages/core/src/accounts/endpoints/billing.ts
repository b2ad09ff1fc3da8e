import type { Balance, LedgerRecords } from "../ledger/records.js";
import { toDollars } from "../prices/dollars.js";
import { askStore } from "./ask-store.js";
import { readDays } from "./read-query.js";

/** The limit that is shown for an account without one, to tools that require a limit. */
const dollarsWithoutLimit = 100_000_000;

function limitOf({ limit }: Balance): number {
  return limit === undefined ? dollarsWithoutLimit : toDollars(limit);
}

/** `billing/subscription`, as tools for Chat Completions read it: all credits together, in dollars. */
export async function answerSubscription(ledger: LedgerRecords, accountId: string) {
  const limit = limitOf(await askStore(() => ledger.balance(accountId)));
  return {
    object: "billing_subscription",
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: 0,
  };
}

/**
 * `billing/usage`, in hundredths of a dollar: the cost of the days from `start_date` to `end_date`, both
 * included; without them, everything that was ever spent.
 * @throws ServiceError
 */
export async function answerBillingUsage(
  ledger: LedgerRecords,
  accountId: string,
  query: URLSearchParams,
  now: number,
) {
  const spent =
    query.has("start_date") || query.has("end_date")
      ? await costOfDays(ledger, accountId, query, now)
      : (await askStore(() => ledger.balance(accountId))).spent;
  return { object: "list", total_usage: spent / nanoDollarsPerCent };
}

const nanoDollarsPerCent = 10_000_000;

async function costOfDays(
  ledger: LedgerRecords,
  accountId: string,
  query: URLSearchParams,
  now: number,
): Promise<number> {
  const { from, to } = readDays(query, now, ["start_date", "end_date"]);
  const sums = await askStore(() => ledger.usage({ accountId, from, to, groupBy: [] }));
  return sums.reduce((total, { costNanoDollars }) => total + costNanoDollars, 0);
}

/** `credits`, as tools for OpenRouter read it, in dollars. */
export async function answerCredits(ledger: LedgerRecords, accountId: string) {
  const balance = await askStore(() => ledger.balance(accountId));
  return { data: { total_credits: limitOf(balance), total_usage: toDollars(balance.spent) } };
}
