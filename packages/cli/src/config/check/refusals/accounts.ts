import { createMemoryKeys, type LedgerRecords } from "@diglot/core";
import { toBudget, toCredit } from "../../options/to-budgets.js";
import { toMemoryKey } from "../../options/to-memory-key.js";
import type { BudgetConfig, CreditConfig, KeyConfig } from "../../types.js";
import { toList } from "../read-parts.js";
import type { Part } from "./find-refusals.js";
import type { Path } from "./path.js";

type Members = Readonly<Record<string, unknown>>;

/** What is required, in place of what is missing or wrong. */
const anyKey: KeyConfig = { key: "placeholder", id: "key" };
const anyCredit: CreditConfig = { id: "credit", usd: "0" };
const anyBudget: BudgetConfig = { period: "day", usd: "0" };

/** Amounts are dollars in a config. */
const names = { nanoDollars: "usd" };

/** A key, and each of its budgets. */
export function partsOfKey(index: number, key: Members, ledger: LedgerRecords): readonly Part[] {
  const path = ["keys", index];
  const ask = (left: Partial<KeyConfig>) => createMemoryKeys([toMemoryKey({ ...anyKey, ...left })]);
  const holder = { accountId: "account", keyId: "key" };
  return [
    { path, value: key, roots: ["keys[0]"], ask },
    ...partsOfBudgets([...path, "budgets"], key.budgets, holder, ledger),
  ];
}

/** The id of an account, and each of its credits and budgets. */
export function partsOfAccount(
  accountId: string,
  account: Members,
  ledger: LedgerRecords,
): readonly Part[] {
  const path = ["accounts", accountId];
  const ask = () => createMemoryKeys([toMemoryKey({ ...anyKey, accountId })]);
  const credits = toList(account.credits).map((value, index) => ({
    path: [...path, "credits", index],
    value,
    names,
    ask: (left: Partial<CreditConfig>) =>
      ledger.credit(toCredit({ ...anyCredit, ...left }, accountId)),
  }));
  return [
    { path, value: undefined, roots: ["keys[0].accountId"], ask },
    ...credits,
    ...partsOfBudgets([...path, "budgets"], account.budgets, { accountId: "account" }, ledger),
  ];
}

function partsOfBudgets(
  path: Path,
  budgets: unknown,
  holder: Parameters<typeof toBudget>[1],
  ledger: LedgerRecords,
): readonly Part[] {
  return toList(budgets).map((value, index) => ({
    path: [...path, index],
    value,
    names,
    ask: (left: Partial<BudgetConfig>) =>
      ledger.setBudget(toBudget({ ...anyBudget, ...left }, holder)),
  }));
}
