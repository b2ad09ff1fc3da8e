import type { LedgerRecords } from "@diglot/core";
import type { CheckedConfig } from "../../config/check/check-config.js";
import { atPathLater } from "../../config/check/config-error.js";
import { toBudget, toCredit } from "../../config/options/to-budgets.js";
import type { BudgetConfig } from "../../config/types.js";

/**
 * Gives accounts and keys the credits and budgets of the config. Doing so again changes nothing, and
 * what is no longer in the config stays in the store.
 * @throws ConfigError if the id of a credit was used for another amount or account
 */
export async function giveBudgets(
  ledger: LedgerRecords,
  { accounts = {}, keys = [], source }: Pick<CheckedConfig, "accounts" | "keys" | "source">,
): Promise<void> {
  for (const [accountId, { credits = [], budgets }] of Object.entries(accounts)) {
    for (const [index, credit] of credits.entries()) {
      const path = ["accounts", accountId, "credits", index];
      await atPathLater(source, path, () => ledger.credit(toCredit(credit, accountId)));
    }
    await setBudgets(ledger, budgets, { accountId });
  }
  for (const { id, accountId = id, budgets } of keys) {
    await setBudgets(ledger, budgets, { accountId, keyId: id });
  }
}

async function setBudgets(
  ledger: LedgerRecords,
  budgets: readonly BudgetConfig[] = [],
  holder: Parameters<typeof toBudget>[1],
): Promise<void> {
  for (const budget of budgets) await ledger.setBudget(toBudget(budget, holder));
}
