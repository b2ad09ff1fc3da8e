import type { Balance, LedgerRecords } from "../ledger/records.js";
import { toUsd } from "../prices/dollars.js";
import { askStore } from "./ask-store.js";

/** What an account may spend. @throws ServiceError `store_unavailable` */
export async function answerBalance(ledger: LedgerRecords, accountId: string) {
  return toBalanceBody(accountId, await askStore(() => ledger.balance(accountId)));
}

/**
 * A balance on the wire. `limit` and `available` are null for an account without a limit; `available`
 * is below 0 if credits were taken back after they had been spent.
 */
export function toBalanceBody(accountId: string, { limit, spent, reserved }: Balance) {
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
