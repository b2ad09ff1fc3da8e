import type { Ledger, MaybePromise } from "@diglot/core";

/** The functions of a ledger. */
export type LedgerOperation = keyof Ledger;

/** Makes one call of a ledger, or does something else instead. */
export type LedgerCaller = <T>(
  operation: LedgerOperation,
  call: () => MaybePromise<T>,
) => Promise<T>;

/** A ledger each of whose calls goes through one function. */
export function wrapLedger(ledger: Ledger, run: LedgerCaller): Ledger {
  return {
    reserve: (reservation, lease) => run("reserve", () => ledger.reserve(reservation, lease)),
    heartbeat: (heartbeats, lease) => run("heartbeat", () => ledger.heartbeat(heartbeats, lease)),
    settle: (settlement) => run("settle", () => ledger.settle(settlement)),
    release: (id, releasedAt) => run("release", () => ledger.release(id, releasedAt)),
    recover: () => run("recover", () => ledger.recover()),
    record: (row) => run("record", () => ledger.record(row)),
  };
}
