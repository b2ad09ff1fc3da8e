import type * as z from "zod/mini";
import type { Balance, LedgerRecords } from "../../accounts/ledger/records.js";
import { toDollars } from "../../accounts/prices/dollars.js";
import { callStore } from "./call-store.js";
import { toDays } from "./days.js";
import type { BillingUsageAnswer, CreditsAnswer, SubscriptionAnswer } from "./schemas/answers.js";
import type { billingQuery } from "./schemas/queries.js";

type BillingQuery = z.output<typeof billingQuery>;

/** The limit that is shown for an account without one, to tools that require a limit. */
const dollarsWithoutLimit = 100_000_000;

function limitOf({ limit }: Balance): number {
  return limit === undefined ? dollarsWithoutLimit : toDollars(limit);
}

/** `billing/subscription`, as tools for Chat Completions read it: all credits together, in dollars. */
export async function answerSubscription(
  ledger: LedgerRecords,
  accountId: string,
): Promise<SubscriptionAnswer> {
  const limit = limitOf(await callStore(() => ledger.balance(accountId)));
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
  query: BillingQuery,
  now: number,
): Promise<BillingUsageAnswer> {
  const spent =
    query.start_date !== undefined || query.end_date !== undefined
      ? await costOfDays(ledger, accountId, query, now)
      : (await callStore(() => ledger.balance(accountId))).spent;
  return { object: "list", total_usage: spent / nanoDollarsPerCent };
}

const nanoDollarsPerCent = 10_000_000;

async function costOfDays(
  ledger: LedgerRecords,
  accountId: string,
  query: BillingQuery,
  now: number,
): Promise<number> {
  const { start_date, end_date } = query;
  const { from, to } = toDays(["start_date", start_date], ["end_date", end_date], now);
  const sums = await callStore(() => ledger.usage({ accountId, from, to, groupBy: [] }));
  return sums.reduce((total, { costNanoDollars }) => total + costNanoDollars, 0);
}

/** `credits`, as tools for OpenRouter read it, in dollars. */
export async function answerCredits(
  ledger: LedgerRecords,
  accountId: string,
): Promise<CreditsAnswer> {
  const balance = await callStore(() => ledger.balance(accountId));
  return { data: { total_credits: limitOf(balance), total_usage: toDollars(balance.spent) } };
}
