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
import type { GroupCommit } from "./group-commit.js";
import type { LedgerTables } from "./ledger.js";
import { sumStoredUsage } from "./sum-usage.js";
import { createSnapshot } from "./transact.js";

/** The ledger records in a database that has the tables. */
export function createLedgerRecords(
  database: DatabaseSync,
  { write, read }: GroupCommit,
  { attempts, accounts, budgets }: LedgerTables,
  clock: Pick<Clock, "now">,
): LedgerRecords {
  const ofOneMoment = createSnapshot(database);
  const statements = {
    readCursor: database.prepare("SELECT cursor FROM cursors WHERE name = ?"),
    writeCursor: database.prepare("REPLACE INTO cursors (name, cursor) VALUES (?, ?)"),
  };

  return {
    async balance(accountId) {
      return read(() => accounts.balance(accountId));
    },
    async credit(credit) {
      checkAmount(credit.nanoDollars);
      return write(() => {
        accounts.credit(credit, clock.now());
        return accounts.balance(credit.accountId);
      });
    },
    async listAccounts({ after = "", limit } = {}) {
      const most = checkAccountLimit(limit);
      return read(() => accounts.list(after, most));
    },
    async setBudget(budget) {
      const checked = checkBudget(budget);
      await write(() => budgets.put(checked));
    },
    async removeBudget(name) {
      const checked = checkBudgetName(name);
      return write(() => budgets.remove(checked));
    },
    async budgets(accountId) {
      // So that no budget is shown with what was used under another amount.
      return read(() => ofOneMoment(() => budgets.list(accountId, clock.now())));
    },
    async rows({ after, limit, accountId } = {}) {
      const most = checkRowLimit(limit);
      const place = toPlace(after);
      const found = await read(() => attempts.readFinal({ after: place, limit: most, accountId }));
      const next = found.at(-1)?.number ?? place;
      return { rows: found.map(({ row }) => row), next: String(next) };
    },
    async usage(query) {
      return read(() => sumStoredUsage(database, query));
    },
    async countOpen() {
      return read(() => attempts.countOpen());
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
