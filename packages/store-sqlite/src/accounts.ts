import type { DatabaseSync } from "node:sqlite";
import { type Balance, budgetExhausted, type Credit, creditIdConflict } from "@diglot/core";
import { toNumber, toOptional, toText } from "./columns.js";

/** What is known of an account from which something was reserved. */
export interface ReservedAccount {
  readonly hasCredits: boolean;
  /** Whether it or one of its keys has budgets. */
  readonly hasBudgets: boolean;
}

/** The accounts of a ledger. Each function is one statement; its caller holds the transaction. */
export interface Accounts {
  balance(accountId: string): Balance;
  /** The ids above one, in the order of their bytes. */
  list(after: string, limit: number): readonly string[];
  /**
   * Takes an amount from an account's credits, if it has any.
   * @throws ServiceError `budget_exhausted` if they do not cover it
   */
  reserve(accountId: string, nanoDollars: number): ReservedAccount;
  /** Gives a reservation back and spends a cost; whether the account or one of its keys has budgets. */
  settle(accountId: string, reserved: number, cost: number): boolean;
  /** Gives a credit, once for each id. */
  credit(credit: Credit, now: number): void;
}

/** The accounts in a database that has the tables. */
export function createAccounts(database: DatabaseSync): Accounts {
  const statements = prepareStatements(database);
  const balance = (accountId: string): Balance => {
    const columns = statements.balance.get(accountId);
    if (!columns) return { spent: 0, reserved: 0 };
    return {
      limit: toOptional(toNumber, columns, "budget"),
      spent: toNumber(columns, "spent"),
      reserved: toNumber(columns, "reserved"),
    };
  };
  return {
    balance,
    list(after, limit) {
      return statements.list.all(after, limit).map((columns) => toText(columns, "id"));
    },
    reserve(accountId, nanoDollars) {
      const columns = statements.reserve.get(accountId, nanoDollars);
      if (!columns) throw toRefusal(balance(accountId), nanoDollars);
      return { hasCredits: columns.budget !== null, hasBudgets: columns.has_budgets === 1 };
    },
    settle(accountId, reserved, cost) {
      return statements.settle.get(accountId, cost, reserved)?.has_budgets === 1;
    },
    credit({ id, accountId, nanoDollars, note = null }, now) {
      const { changes } = statements.note.run(id, accountId, nanoDollars, note, now);
      if (changes !== 0) statements.raise.run(accountId, nanoDollars);
      else if (!statements.given.get(id, accountId, nanoDollars)) throw creditIdConflict(id);
    },
  };
}

function toRefusal({ limit = 0, spent, reserved }: Balance, wanted: number) {
  return budgetExhausted({ wanted, available: limit - spent - reserved });
}

function prepareStatements(database: DatabaseSync) {
  return {
    balance: database.prepare("SELECT budget, spent, reserved FROM accounts WHERE id = ?"),
    // The limits of an account stand in the same table, also those of one that was never used.
    list: database.prepare(
      `SELECT id FROM accounts
       WHERE id > ? AND (budget IS NOT NULL OR spent > 0 OR has_budgets = 1
         OR EXISTS (SELECT 1 FROM attempts WHERE account_id = accounts.id))
       ORDER BY id LIMIT ?`,
    ),
    reserve: database.prepare(
      `INSERT INTO accounts (id, reserved) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET reserved = reserved + excluded.reserved
       WHERE budget IS NULL OR spent + reserved + excluded.reserved <= budget
       RETURNING budget, has_budgets`,
    ),
    settle: database.prepare(
      `INSERT INTO accounts (id, spent) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET spent = spent + excluded.spent, reserved = reserved - ?
       RETURNING has_budgets`,
    ),
    note: database.prepare(
      `INSERT INTO credits (id, account_id, nano_dollars, note, given_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO NOTHING`,
    ),
    given: database.prepare(
      "SELECT id FROM credits WHERE id = ? AND account_id = ? AND nano_dollars = ?",
    ),
    raise: database.prepare(
      `INSERT INTO accounts (id, budget) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET budget = ifnull(budget, 0) + excluded.budget`,
    ),
  };
}
