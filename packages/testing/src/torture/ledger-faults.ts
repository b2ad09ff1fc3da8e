import type { Ledger, MaybePromise } from "@diglot/core";
import { pause } from "../contracts/contract.js";
import { type LedgerOperation, wrapLedger } from "./wrap-ledger.js";

/** What goes wrong with one call of a ledger. Times are milliseconds. */
export type LedgerFault =
  | { readonly name: "none" }
  /** It rejects, and nothing is done. */
  | { readonly name: "fail-before" }
  /** It is done, and rejects. */
  | { readonly name: "fail-after" }
  /** It is done so much later, after calls that were made later. */
  | { readonly name: "late"; readonly milliseconds: number }
  /** It is done, and answers so much later. */
  | { readonly name: "hang"; readonly milliseconds: number }
  /** It is done and answered, and is done again so much later, as a message that is delivered twice. */
  | { readonly name: "twice"; readonly milliseconds: number };

/** Says what goes wrong with the next call. */
export type LedgerFaultPlan = (operation: LedgerOperation) => LedgerFault;

/** A ledger whose calls go wrong as the plan says: what a network and a database can do to them. */
export function withLedgerFaults(ledger: Ledger, plan: LedgerFaultPlan): Ledger {
  return wrapLedger(ledger, (operation, call) => runWithFault(plan(operation), operation, call));
}

async function runWithFault<T>(
  fault: LedgerFault,
  operation: LedgerOperation,
  call: () => MaybePromise<T>,
): Promise<T> {
  if (fault.name === "fail-before") throw new Error(`The ledger is not there for ${operation}.`);
  if (fault.name === "late") await pause(fault.milliseconds);
  const result = await call();
  if (fault.name === "fail-after") throw new Error(`The answer to ${operation} was lost.`);
  if (fault.name === "hang") await pause(fault.milliseconds);
  if (fault.name === "twice") {
    void pause(fault.milliseconds)
      .then(call)
      .catch(() => undefined);
  }
  return result;
}
