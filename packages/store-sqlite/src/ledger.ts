import {
  budgetMissing,
  type Clock,
  type FinalRow,
  type Ledger,
  noUsage,
  type Reservation,
  recoverBatchSize,
  recoverRow,
  type Settlement,
} from "@diglot/core";
import type { Accounts } from "./accounts.js";
import type { Attempts } from "./attempts.js";
import type { Budgets } from "./budgets.js";
import type { GroupCommit } from "./group-commit.js";

/** The tables that a ledger writes. */
export interface LedgerTables {
  readonly attempts: Attempts;
  readonly accounts: Accounts;
  readonly budgets: Budgets;
}

/** A ledger in a database that has the tables. */
export function createLedger(
  { write }: GroupCommit,
  tables: LedgerTables,
  clock: Pick<Clock, "now">,
): Ledger {
  const { attempts } = tables;
  return {
    reserve(reservation, lease) {
      return write(() => {
        const now = clock.now();
        if (attempts.open(reservation, now + lease)) takeReservation(tables, reservation, now);
      });
    },
    heartbeat(heartbeats, lease) {
      return write(() => {
        const leaseEnd = clock.now() + lease;
        for (const heartbeat of heartbeats) attempts.renew(heartbeat, leaseEnd);
      });
    },
    settle(settlement) {
      return write(() => {
        endOpen(tables, settlement, "settled");
      });
    },
    release(attemptId, settledAt) {
      const nothing = { usage: noUsage, costNanoDollars: 0, end: "unsent" } as const;
      return write(() => {
        endOpen(tables, { attemptId, ...nothing, settledAt }, "released");
      });
    },
    recover() {
      return write(() => {
        const now = clock.now();
        const rows = attempts.findOverdue(now, recoverBatchSize).map((row) => recoverRow(row, now));
        for (const row of rows) endOpen(tables, row, row.state);
        return rows;
      });
    },
    record(row) {
      return write(() => {
        if (!endOpen(tables, row, row.state)) addFinal(tables, row, clock.now());
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

/** Ends an open row; `false` if it is not open. */
function endOpen(
  { attempts, accounts, budgets }: LedgerTables,
  settlement: Settlement,
  state: FinalRow["state"],
): boolean {
  const ended = attempts.end(settlement, state);
  if (!ended) return false;
  const { accountId, reserved, windows } = ended;
  accounts.settle(accountId, reserved, settlement.costNanoDollars);
  budgets.settle(windows, reserved, settlement.costNanoDollars);
  return true;
}

/** Writes a row that was not there. It counts in the windows of now. */
function addFinal({ attempts, accounts, budgets }: LedgerTables, row: FinalRow, now: number): void {
  if (!attempts.addFinal(row)) return;
  const { accountId, costNanoDollars: cost } = row;
  const hasBudgets = accounts.settle(accountId, 0, cost);
  if (hasBudgets) budgets.spend(budgets.find(row), cost, now);
}
