import type { LedgerRecords } from "@diglot/core";
import { fromUsd } from "@diglot/core/accounts";
import type { CheckedConfig } from "../../config/check/check-config.js";
import { atPathLater } from "../../config/check/config-error.js";

/**
 * Gives accounts the credits and budgets of the config. Doing so again changes nothing, and what is no
 * longer in the config stays in the store.
 * @throws ConfigError if the id of a credit was used for another amount or account
 */
export async function giveBudgets(
  ledger: LedgerRecords,
  { accounts = {}, source }: Pick<CheckedConfig, "accounts" | "source">,
): Promise<void> {
  for (const [accountId, { credits = [], budgets = [] }] of Object.entries(accounts)) {
    for (const [index, { usd, ...credit }] of credits.entries()) {
      const path = ["accounts", accountId, "credits", index];
      const given = { ...credit, accountId, nanoDollars: toNanoDollars(usd) };
      await atPathLater(source, path, () => ledger.credit(given));
    }
    for (const [index, { usd, ...budget }] of budgets.entries()) {
      const path = ["accounts", accountId, "budgets", index];
      const given = { ...budget, accountId, nanoDollars: toNanoDollars(usd) };
      await atPathLater(source, path, () => ledger.setBudget(given));
    }
  }
}

function toNanoDollars(usd: string): number {
  const nanoDollars = fromUsd(usd);
  if (nanoDollars === undefined) throw new TypeError(`${usd} is not an amount of US dollars.`);
  return nanoDollars;
}
