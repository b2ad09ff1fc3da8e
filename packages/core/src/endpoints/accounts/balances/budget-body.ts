import type { BudgetStatus } from "../../../accounts/ledger/budget.js";
import { toUsd } from "../../../accounts/prices/dollars.js";
import type { BudgetAnswer } from "../schemas/answers.js";

/**
 * A budget on the wire. `key_id` is null for one of the whole account; `begins_at` and `renews_at` are
 * null for one that never renews. `available` is below 0 if the budget was lowered below what is used.
 */
export function toBudgetBody(budget: BudgetStatus): BudgetAnswer {
  const { accountId, keyId, period, timeZone, nanoDollars, spent, reserved } = budget;
  const available = nanoDollars - spent - reserved;
  return {
    object: "budget",
    account_id: accountId,
    key_id: keyId ?? null,
    period,
    time_zone: timeZone,
    begins_at: toTime(budget.begins),
    renews_at: toTime(budget.renews),
    limit_nano_dollars: nanoDollars,
    spent_nano_dollars: spent,
    reserved_nano_dollars: reserved,
    available_nano_dollars: available,
    limit_usd: toUsd(nanoDollars),
    spent_usd: toUsd(spent),
    reserved_usd: toUsd(reserved),
    available_usd: toUsd(available),
  };
}

function toTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
