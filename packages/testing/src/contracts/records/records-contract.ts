import type { LedgerStore } from "@diglot/core";
import { type ContractCase, type CreateSubject, type Subject, toCases } from "../contract.js";
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
    ...rowsTests,
    ...usageTests,
  });
}

function useAccount(store: LedgerStore, accountId: string, turn: number): Promise<unknown> {
  const id = `${turn} of ${accountId}`;
  if (turn % 3 === 0) return store.credit({ id, accountId, nanoDollars: 100 });
  if (turn % 3 === 1) return store.setBudget({ accountId, period: "day", nanoDollars: 100 });
  return store.reserve(reservationOf(id, { accountId }), minute);
}
