import type { DatabaseSync } from "node:sqlite";
import {
  type Clock,
  checkAccountLimit,
  checkBudget,
  checkBudgetName,
  checkRowLimit,
  checks,
  type LedgerRecords,
} from "@diglot/core";
import { toText } from "./columns.js";
import { toPlace } from "./cursor.js";
import type { LedgerTables } from "./ledger.js";
import { sumStoredUsage } from "./sum-usage.js";
import { createSnapshot, createTransact } from "./transact.js";

/** The ledger records in a database that has the tables. */
export function createLedgerRecords(
  database: DatabaseSync,
  { attempts, accounts, budgets }: LedgerTables,
  clock: Pick<Clock, "now">,
): LedgerRecords {
  const transact = createTransact(database);
  const read = createSnapshot(database);
  const statements = {
    readCursor: database.prepare("SELECT cursor FROM cursors WHERE name = ?"),
    writeCursor: database.prepare("REPLACE INTO cursors (name, cursor) VALUES (?, ?)"),
  };

  return {
    async balance(accountId) {
      return accounts.balance(accountId);
    },
    async credit(credit) {
      checkAmount(credit.nanoDollars);
      return transact(() => {
        accounts.credit(credit, clock.now());
        return accounts.balance(credit.accountId);
      });
    },
    async listAccounts({ after = "", limit } = {}) {
      return accounts.list(after, checkAccountLimit(limit));
    },
    async setBudget(budget) {
      const checked = checkBudget(budget);
      transact(() => budgets.put(checked));
    },
    async removeBudget(name) {
      const checked = checkBudgetName(name);
      return transact(() => budgets.remove(checked));
    },
    async budgets(accountId) {
      // Of one moment, so that no budget is shown with what was used under another amount.
      return read(() => budgets.list(accountId, clock.now()));
    },
    async rows({ after, limit, accountId } = {}) {
      const most = checkRowLimit(limit);
      const place = toPlace(after);
      const found = attempts.readFinal({ after: place, limit: most, accountId });
      const next = found.at(-1)?.number ?? place;
      return { rows: found.map(({ row }) => row), next: String(next) };
    },
    async usage(query) {
      return sumStoredUsage(database, query);
    },
    async countOpen() {
      return attempts.countOpen();
    },
    async readCursor(name) {
      const columns = statements.readCursor.get(name);
      return columns && toText(columns, "cursor");
    },
    async writeCursor(name, cursor) {
      statements.writeCursor.run(name, cursor);
    },
  };
}

function checkAmount(nanoDollars: number): void {
  const isAmount = checks.is("a whole number of nano-dollars", Number.isSafeInteger);
  checks.checkOptions("ledger.credit", nanoDollars, isAmount, "nanoDollars");
}
