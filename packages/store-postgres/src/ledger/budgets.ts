import {
  type Budget,
  type BudgetName,
  type BudgetStatus,
  budgetExhausted,
  budgetMissing,
  budgetPeriods,
  checkBudget,
  checkBudgetName,
  type LedgerRecords,
  type ServiceError,
  sortBudgets,
  timesOfWindow,
} from "@diglot/core";
import type { Call } from "../call.js";
import { type Columns, numberOf, textOf, toColumns, wordOf } from "../columns.js";

/** The part of the ledger that keeps budgets. */
export function createBudgets(
  call: Call,
): Pick<LedgerRecords, "setBudget" | "removeBudget" | "budgets"> {
  return {
    async setBudget(budget) {
      const { nanoDollars: nano_dollars, timeZone: time_zone, ...name } = checkBudget(budget);
      const [known] = await call("set_budget", { ...fromName(name), nano_dollars, time_zone });
      if (known !== true) throw unknownTimeZone(time_zone);
    },
    async removeBudget(name) {
      const [removed] = await call("remove_budget", fromName(checkBudgetName(name)));
      return removed === true;
    },
    async budgets(accountId) {
      const found = await call("list_budgets", accountId);
      return sortBudgets(found.map((budget) => toStatus(toColumns(budget))));
    },
  };
}

/**
 * Why a reservation was refused, in words of the database.
 * @param wanted what it asked for, in nano-dollars
 */
export function toRefusal(reason: unknown, wanted: number): ServiceError {
  if (reason === "missing") return budgetMissing();
  const columns = toColumns(reason);
  const shortfall = { wanted, available: numberOf(columns, "available") };
  if (columns.period === undefined) return budgetExhausted(shortfall);
  return budgetExhausted(shortfall, {
    ...keyIdOf(columns),
    period: wordOf(columns, "period", budgetPeriods),
    timeZone: textOf(columns, "time_zone"),
    now: numberOf(columns, "now"),
  });
}

function fromName({ accountId, keyId = "", period }: BudgetName): Columns {
  return { account_id: accountId, key_id: keyId, period };
}

function toStatus(columns: Columns): BudgetStatus {
  const budget = {
    accountId: textOf(columns, "account_id"),
    ...keyIdOf(columns),
    period: wordOf(columns, "period", budgetPeriods),
    nanoDollars: numberOf(columns, "nano_dollars"),
    timeZone: textOf(columns, "time_zone"),
  };
  return {
    ...budget,
    spent: numberOf(columns, "spent"),
    reserved: numberOf(columns, "reserved"),
    ...timesOfWindow(budget, textOf(columns, "first_day")),
  };
}

function keyIdOf(columns: Columns): Pick<Budget, "keyId"> {
  const keyId = textOf(columns, "key_id");
  return keyId === "" ? {} : { keyId };
}

function unknownTimeZone(timeZone: string): TypeError {
  return new TypeError(`timeZone must be one that the database knows, not ${timeZone}.`);
}
