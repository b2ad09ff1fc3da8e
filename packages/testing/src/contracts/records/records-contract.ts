import type { LedgerStore, MaybePromise } from "@diglot/core";
import { assertEqual } from "../assert.js";
import {
  type ContractCase,
  type ContractTests,
  type CreateSubject,
  type Subject,
  toCases,
} from "../contract.js";
import { minute } from "../ledger/steps.js";
import { listAccountsTests } from "../list-accounts.js";
import { reservationOf } from "../samples.js";
import { balanceTests } from "./balance.js";
import { rowsTests } from "./rows.js";
import { usageTests } from "./usage.js";

/** A case for every sentence of core's `LedgerRecords`, on a ledger that writes them. */
export function ledgerRecordsContract(
  create: CreateSubject<Subject<LedgerStore>>,
): readonly ContractCase[] {
  return toCases(create, {
    ...balanceTests,
    ...listAccountsTests(useAccount),
    ...forgottenAccountsTests,
    ...rowsTests,
    ...usageTests,
  });
}

const forgottenAccountsTests: ContractTests<Subject<LedgerStore>> = {
  async "listAccounts: has no account any more whose only budget was removed"({ store }) {
    const budgets = ["unused", "used"].map((accountId) => ({ accountId, period: "day" }) as const);
    for (const budget of budgets) await store.setBudget({ ...budget, nanoDollars: 100 });
    await store.reserve(reservationOf("1", { accountId: "used" }), minute);
    for (const budget of budgets) await store.removeBudget(budget);
    assertEqual(await store.listAccounts(), ["used"], "the accounts");
  },
};

function useAccount(store: LedgerStore, accountId: string, turn: number): MaybePromise<unknown> {
  const id = `${turn} of ${accountId}`;
  if (turn % 3 === 0) return store.credit({ id, accountId, nanoDollars: 100 });
  if (turn % 3 === 1) return store.setBudget({ accountId, period: "day", nanoDollars: 100 });
  return store.reserve(reservationOf(id, { accountId }), minute);
}
