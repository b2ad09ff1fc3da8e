import type { DatabaseSync } from "node:sqlite";
import {
  budgetMissing,
  type Clock,
  type FinalRow,
  type Ledger,
  type Reservation,
  recoverBatchSize,
  recoverRow,
  releaseRow,
  settleRow,
} from "@diglot/core";
import type { Accounts } from "./accounts.js";
import type { Attempts, OpenAttempt } from "./attempts.js";
import type { Budgets } from "./budgets.js";
import { createTransact } from "./transact.js";

/** The tables that a ledger writes. */
export interface LedgerTables {
  readonly attempts: Attempts;
  readonly accounts: Accounts;
  readonly budgets: Budgets;
}

/** A ledger in a database that has the tables. Each function is one transaction. */
export function createLedger(
  database: DatabaseSync,
  tables: LedgerTables,
  clock: Pick<Clock, "now">,
): Ledger {
  const transact = createTransact(database);
  const { attempts } = tables;
  const finish = (row: FinalRow, open: OpenAttempt | undefined) =>
    finishRow(tables, row, open, clock.now());

  return {
    async reserve(reservation, lease) {
      transact(() => {
        const now = clock.now();
        if (attempts.open(reservation, now + lease)) takeReservation(tables, reservation, now);
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
        if (open) finish(settleRow(open.row, settlement), open);
      });
    },
    async release(attemptId, releasedAt) {
      transact(() => {
        const open = attempts.findOpen(attemptId);
        if (open) finish(releaseRow(open.row, releasedAt), open);
      });
    },
    async recover() {
      return transact(() => {
        const now = clock.now();
        return attempts.findOverdue(now, recoverBatchSize).map((open) => {
          const row = recoverRow(open.row, now);
          finish(row, open);
          return row;
        });
      });
    },
    async record(row) {
      transact(() => {
        finish(row, attempts.findOpen(row.attemptId));
      });
    },
  };
}

/**
 * Takes a reservation from every budget that it falls under.
 * @throws ServiceError `budget_exhausted` if one does not cover it, or if there must be one and there is none; then the transaction has to be undone
 */
function takeReservation(
  { attempts, accounts, budgets }: LedgerTables,
  reservation: Reservation,
  now: number,
): void {
  const { attemptId, accountId, reservedNanoDollars, requiresBudget } = reservation;
  const { hasCredits, hasBudgets } = accounts.reserve(accountId, reservedNanoDollars);
  const found = hasBudgets ? budgets.find(reservation) : [];
  const isKnown = hasCredits || found.some(({ budget }) => budget.keyId === undefined);
  if (requiresBudget && !isKnown) throw budgetMissing();
  if (found.length === 0) return;
  attempts.noteWindows(attemptId, budgets.reserve(found, reservedNanoDollars, now));
}

/** Ends a row once. One that was not open counts in the windows of now. */
function finishRow(
  { attempts, accounts, budgets }: LedgerTables,
  row: FinalRow,
  open: OpenAttempt | undefined,
  now: number,
): void {
  if (!attempts.finish(row)) return;
  const { accountId, costNanoDollars: cost } = row;
  const reserved = open?.row.reservedNanoDollars ?? 0;
  const hasBudgets = accounts.settle(accountId, reserved, cost);
  if (open) budgets.settle(open.windows, reserved, cost);
  else if (hasBudgets) budgets.spend(budgets.find(row), cost, now);
}
