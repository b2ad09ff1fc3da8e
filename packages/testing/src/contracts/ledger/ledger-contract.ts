import type { LedgerStore } from "@diglot/core";
import { checkTests } from "../check.js";
import { type ContractCase, type CreateSubject, type Subject, toCases } from "../contract.js";
import { budgetTests } from "./budgets.js";
import { keptTests } from "./kept.js";
import { recordTests } from "./record.js";
import { recoverTests } from "./recover.js";
import { reserveTests } from "./reserve.js";
import { settleTests } from "./settle.js";

/** A case for every sentence of core's port `Ledger`, read through its `LedgerRecords`. */
export function ledgerContract(
  create: CreateSubject<Subject<LedgerStore>>,
): readonly ContractCase[] {
  return toCases(create, {
    ...checkTests,
    ...reserveTests,
    ...settleTests,
    ...keptTests,
    ...recoverTests,
    ...recordTests,
    ...budgetTests,
  });
}
