import type { BudgetStatus } from "../../../accounts/ledger/budget.js";
import type { UnknownAccountsPolicy } from "../../../accounts/ledger/ledger.js";
import type { Balance, LedgerRecords } from "../../../accounts/ledger/records.js";
import { toUsd } from "../../../accounts/prices/dollars.js";
import { callStore } from "../call-store.js";
import type { BalanceAnswer, CreditAnswer } from "../schemas/answers.js";
import { toBudgetBody } from "./budget-body.js";
import { toNextRequest } from "./next-request.js";

/** Whose balance is shown. */
export interface BalanceQuery {
  readonly accountId: string;
  /** The only key whose budgets are shown; absent: those of all keys. */
  readonly keyId?: string | undefined;
  readonly unknownAccounts: UnknownAccountsPolicy;
}

/**
 * What an account may spend, with its budgets that renew and those of its keys.
 * @throws ServiceError `store_unavailable`
 */
export async function answerBalance(
  ledger: LedgerRecords,
  { accountId, keyId, unknownAccounts }: BalanceQuery,
): Promise<BalanceAnswer> {
  const balance = await callStore(() => ledger.balance(accountId));
  const budgets = await callStore(() => ledger.budgets(accountId));
  const shown = budgets.filter((budget) => isShown(budget, keyId));
  return {
    ...toBalanceBody(accountId, balance),
    budgets: shown.map(toBudgetBody),
    next_request: toNextRequest({ balance, budgets, keyId, unknownAccounts }),
  };
}

/** A key shows the budgets of its account and its own. */
function isShown(budget: BudgetStatus, keyId: string | undefined): boolean {
  return keyId === undefined || budget.keyId === undefined || budget.keyId === keyId;
}

/**
 * A balance on the wire. `limit` and `available` are null for an account without a limit; `available`
 * is below 0 if credits were taken back after they had been spent.
 */
export function toBalanceBody(
  accountId: string,
  { limit, spent, reserved }: Balance,
): CreditAnswer {
  const available = limit === undefined ? undefined : limit - spent - reserved;
  return {
    object: "balance",
    account_id: accountId,
    currency: "usd",
    limit_nano_dollars: limit ?? null,
    spent_nano_dollars: spent,
    reserved_nano_dollars: reserved,
    available_nano_dollars: available ?? null,
    limit_usd: limit === undefined ? null : toUsd(limit),
    spent_usd: toUsd(spent),
    reserved_usd: toUsd(reserved),
    available_usd: available === undefined ? null : toUsd(available),
  };
}
