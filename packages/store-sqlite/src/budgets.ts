import type { DatabaseSync } from "node:sqlite";
import {
  type Budget,
  type BudgetName,
  type BudgetStatus,
  budgetExhausted,
  budgetPeriods,
  type ExhaustedBudget,
  type Reservation,
  sortBudgets,
  timesOfWindow,
  windowAt,
} from "@diglot/core";
import { type Columns, toNumber, toText } from "./columns.js";

type ZonedBudget = Budget & { readonly timeZone: string };

/** A budget that a reservation falls under. */
interface Applicable {
  readonly id: number;
  readonly budget: ZonedBudget;
}

/**
 * The budgets that renew and those of keys. What was used of them is counted in windows: one for each
 * budget and period. Each function is a part of its caller's transaction.
 */
export interface Budgets {
  put(budget: ZonedBudget): void;
  /** `false` if there is none. */
  remove(name: BudgetName): boolean;
  list(accountId: string, now: number): readonly BudgetStatus[];
  /** The budgets that a reservation falls under; those that renew last come first. */
  find(row: Pick<Reservation, "accountId" | "keyId">): readonly Applicable[];
  /**
   * Takes an amount from each budget, and returns the windows that it was taken from.
   * @throws ServiceError `budget_exhausted` if one does not cover it; then the transaction has to be undone
   */
  reserve(budgets: readonly Applicable[], nanoDollars: number, now: number): readonly number[];
  /** Spends a cost in the windows of now, whatever is left. */
  spend(budgets: readonly Applicable[], cost: number, now: number): void;
  /** Gives a reservation back to its windows and spends a cost there. */
  settle(windows: readonly number[], reserved: number, cost: number): void;
}

/** The budgets in a database that has the tables. */
export function createBudgets(database: DatabaseSync): Budgets {
  const statements = prepareStatements(database);
  return {
    put({ accountId, keyId = "", period, nanoDollars, timeZone }) {
      statements.put.run(accountId, keyId, period, nanoDollars, timeZone);
      statements.noteAccount.run(accountId);
    },
    remove({ accountId, keyId = "", period }) {
      const removed = statements.remove.get(accountId, keyId, period);
      if (!removed) return false;
      statements.removeWindows.run(toNumber(removed, "id"));
      statements.noteRemoval.run({ accountId });
      return true;
    },
    list(accountId, now) {
      const found = statements.list.all(accountId).map(toApplicable);
      return sortBudgets(
        found.map(({ id, budget }) => {
          const first = windowAt(budget, now);
          return {
            ...budget,
            ...toUsed(statements.window.get(id, first)),
            ...timesOfWindow(budget, first),
          };
        }),
      );
    },
    find({ accountId, keyId }) {
      const found = statements.find.all(accountId, keyId).map(toApplicable);
      const rank = ({ budget }: Applicable) => budgetPeriods.indexOf(budget.period);
      return found.sort((one, other) => rank(one) - rank(other));
    },
    reserve(budgets, nanoDollars, now) {
      return budgets.map(({ id, budget }) => {
        const window = statements.reserve.get(id, windowAt(budget, now), nanoDollars) ?? {};
        const { spent, reserved } = toUsed(window);
        const left = budget.nanoDollars - spent - reserved;
        if (left < 0) throw toRefusal(left + nanoDollars, nanoDollars, { ...budget, now });
        return toNumber(window, "id");
      });
    },
    spend(budgets, cost, now) {
      for (const { id, budget } of budgets) statements.spend.run(id, windowAt(budget, now), cost);
    },
    settle(windows, reserved, cost) {
      for (const window of windows) statements.settle.run(reserved, cost, window);
    },
  };
}

function toRefusal(available: number, wanted: number, exhausted: ExhaustedBudget) {
  return budgetExhausted({ wanted, available }, exhausted);
}

function toApplicable(columns: Columns): Applicable {
  const keyId = toText(columns, "key_id");
  const budget = {
    accountId: toText(columns, "account_id"),
    ...(keyId !== "" && { keyId }),
    period: toPeriod(columns),
    nanoDollars: toNumber(columns, "nano_dollars"),
    timeZone: toText(columns, "time_zone"),
  };
  return { id: toNumber(columns, "id"), budget };
}

function toPeriod(columns: Columns): Budget["period"] {
  const text = toText(columns, "period");
  const period = budgetPeriods.find((known) => known === text);
  if (period) return period;
  throw new TypeError(`The ledger has a budget of the period ${text}, which no budget has.`);
}

function toUsed(window: Columns | undefined): Pick<BudgetStatus, "spent" | "reserved"> {
  if (!window) return { spent: 0, reserved: 0 };
  return { spent: toNumber(window, "spent"), reserved: toNumber(window, "reserved") };
}

function prepareStatements(database: DatabaseSync) {
  const columns = "id, account_id, key_id, period, nano_dollars, time_zone";
  return {
    put: database.prepare(
      `INSERT INTO budgets (account_id, key_id, period, nano_dollars, time_zone)
       VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (account_id, key_id, period) DO UPDATE SET
         nano_dollars = excluded.nano_dollars, time_zone = excluded.time_zone`,
    ),
    noteAccount: database.prepare(
      `INSERT INTO accounts (id, has_budgets) VALUES (?, 1)
       ON CONFLICT (id) DO UPDATE SET has_budgets = 1`,
    ),
    remove: database.prepare(
      "DELETE FROM budgets WHERE account_id = ? AND key_id = ? AND period = ? RETURNING id",
    ),
    removeWindows: database.prepare("DELETE FROM budget_windows WHERE budget_id = ?"),
    noteRemoval: database.prepare(
      `UPDATE accounts SET has_budgets = EXISTS
         (SELECT 1 FROM budgets WHERE account_id = :accountId)
       WHERE id = :accountId`,
    ),
    list: database.prepare(`SELECT ${columns} FROM budgets WHERE account_id = ?`),
    find: database.prepare(
      `SELECT ${columns} FROM budgets WHERE account_id = ? AND key_id IN ('', ?)`,
    ),
    window: database.prepare(
      "SELECT spent, reserved FROM budget_windows WHERE budget_id = ? AND first_day = ?",
    ),
    reserve: database.prepare(
      `INSERT INTO budget_windows (budget_id, first_day, reserved) VALUES (?, ?, ?)
       ON CONFLICT (budget_id, first_day) DO UPDATE SET reserved = reserved + excluded.reserved
       RETURNING id, spent, reserved`,
    ),
    spend: database.prepare(
      `INSERT INTO budget_windows (budget_id, first_day, spent) VALUES (?, ?, ?)
       ON CONFLICT (budget_id, first_day) DO UPDATE SET spent = spent + excluded.spent`,
    ),
    settle: database.prepare(
      "UPDATE budget_windows SET reserved = reserved - ?, spent = spent + ? WHERE id = ?",
    ),
  };
}
