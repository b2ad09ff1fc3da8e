import { ServiceError } from "../errors/service-error.js";
import type { AttemptRow, Ledger } from "./ledger.js";

/** Options of the in-memory ledger. */
export interface MemoryLedgerOptions {
  /** What each account may spend in nano-dollars, by account id; an account without one has no bound. */
  readonly budgets?: Readonly<Record<string, number>> | undefined;
  /** Final rows that are kept; the oldest go first. @default 10_000 */
  readonly keepRows?: number | undefined;
}

/** A ledger in memory, with a look into its books. */
export interface MemoryLedger extends Ledger {
  /** All rows that are kept, oldest first. */
  rows(): readonly AttemptRow[];
  /** What an account has spent and what is reserved for it, in nano-dollars. */
  balance(accountId: string): { readonly spent: number; readonly reserved: number };
}

/** The books of one process; they end with it. */
export function createMemoryLedger(options: MemoryLedgerOptions = {}): MemoryLedger {
  const budgets = new Map(Object.entries(options.budgets ?? {}));
  const keepRows = options.keepRows ?? 10_000;
  const rows = new Map<string, AttemptRow>();
  const accounts = new Map<string, { spent: number; reserved: number }>();

  function accountOf(id: string): { spent: number; reserved: number } {
    const account = accounts.get(id) ?? { spent: 0, reserved: 0 };
    accounts.set(id, account);
    return account;
  }

  function openRow(attemptId: string): AttemptRow | undefined {
    const row = rows.get(attemptId);
    return row?.state === "open" ? row : undefined;
  }

  function forgetOldest(): void {
    for (const [id, row] of rows) {
      if (rows.size <= keepRows) return;
      if (row.state !== "open") rows.delete(id);
    }
  }

  return {
    async reserve(reservation) {
      if (rows.has(reservation.attemptId)) return;
      const account = accountOf(reservation.accountId);
      const budget = budgets.get(reservation.accountId) ?? Number.POSITIVE_INFINITY;
      if (account.spent + account.reserved + reservation.reservedNanoDollars > budget) {
        throw new ServiceError({
          kind: "budget_exhausted",
          message: "The account's budget does not cover this request.",
        });
      }
      account.reserved += reservation.reservedNanoDollars;
      rows.set(reservation.attemptId, { ...reservation, state: "open" });
      forgetOldest();
    },
    async settle(settlement) {
      const row = openRow(settlement.attemptId);
      if (!row) return;
      const account = accountOf(row.accountId);
      account.reserved -= row.reservedNanoDollars;
      account.spent += settlement.costNanoDollars;
      rows.set(row.attemptId, { ...row, ...settlement, state: "settled" });
    },
    async release(attemptId) {
      const row = openRow(attemptId);
      if (!row) return;
      accountOf(row.accountId).reserved -= row.reservedNanoDollars;
      rows.set(attemptId, { ...row, state: "released" });
    },
    rows: () => [...rows.values()],
    balance: (accountId) => ({ ...accountOf(accountId) }),
  };
}
