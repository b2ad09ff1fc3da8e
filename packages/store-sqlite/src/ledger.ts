import type { DatabaseSync } from "node:sqlite";
import {
  type Clock,
  type FinalRow,
  type Ledger,
  recoverBatchSize,
  recoverRow,
  releaseRow,
  settleRow,
} from "@diglot/core";
import type { Accounts } from "./accounts.js";
import type { Attempts } from "./attempts.js";
import { createTransact } from "./transact.js";

/** A ledger in a database that has the tables. Each function is one transaction. */
export function createLedger(
  database: DatabaseSync,
  { attempts, accounts }: { readonly attempts: Attempts; readonly accounts: Accounts },
  clock: Pick<Clock, "now">,
): Ledger {
  const transact = createTransact(database);

  function finish(row: FinalRow, reserved: number): void {
    if (attempts.finish(row)) accounts.settle(row.accountId, reserved, row.costNanoDollars);
  }

  return {
    async reserve(reservation, lease) {
      transact(() => {
        if (attempts.open(reservation, clock.now() + lease)) accounts.reserve(reservation);
      });
    },
    async heartbeat(heartbeats, lease) {
      transact(() => {
        const leaseEnd = clock.now() + lease;
        for (const heartbeat of heartbeats) attempts.renew(heartbeat, leaseEnd);
      });
    },
    async settle(settlement) {
      transact(() => {
        const open = attempts.findOpen(settlement.attemptId);
        if (open) finish(settleRow(open, settlement), open.reservedNanoDollars);
      });
    },
    async release(attemptId, releasedAt) {
      transact(() => {
        const open = attempts.findOpen(attemptId);
        if (open) finish(releaseRow(open, releasedAt), open.reservedNanoDollars);
      });
    },
    async recover() {
      return transact(() => {
        const now = clock.now();
        return attempts.findOverdue(now, recoverBatchSize).map((open) => {
          const row = recoverRow(open, now);
          finish(row, open.reservedNanoDollars);
          return row;
        });
      });
    },
    async record(row) {
      transact(() => {
        finish(row, attempts.findOpen(row.attemptId)?.reservedNanoDollars ?? 0);
      });
    },
  };
}
