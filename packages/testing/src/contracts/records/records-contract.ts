import type { LedgerStore } from "@diglot/core";
import { type ContractCase, type CreateSubject, type Subject, toCases } from "../contract.js";
import { balanceTests } from "./balance.js";
import { rowsTests } from "./rows.js";
import { usageTests } from "./usage.js";

/** A case for every sentence of core's `LedgerRecords`, on a ledger that writes them. */
export function ledgerRecordsContract(
  create: CreateSubject<Subject<LedgerStore>>,
): readonly ContractCase[] {
  return toCases(create, { ...balanceTests, ...rowsTests, ...usageTests });
}
