import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members, shape } from "../../validation/objects.js";
import { count, oneOf } from "../../validation/values.js";
import { validId } from "../keys/check-key.js";
import { type BudgetPeriod, budgetPeriods, validTimeZone } from "./budget-window.js";

/** What a budget is for; there is at most one for each account or key and period. */
export interface BudgetName {
  readonly accountId: string;
  /** The key of the account that it is for; absent: it is for all keys of the account together. */
  readonly keyId?: string | undefined;
  /** The total of an account is the sum of its credits, so `total` is for keys only. */
  readonly period: BudgetPeriod;
}

/** What an account or one of its keys may spend in each period. */
export interface Budget extends BudgetName {
  /** Nano-dollars, a whole number, 0 or more. */
  readonly nanoDollars: number;
  /** Where its periods begin: a name of the IANA time zone database, no abbreviation. @default "UTC" */
  readonly timeZone?: string | undefined;
}

/** A budget, and what of it is used in the current period, in nano-dollars. */
export interface BudgetStatus extends Budget {
  readonly timeZone: string;
  readonly spent: number;
  /** Reserved by running attempts of this period. */
  readonly reserved: number;
  /** When the period began, in milliseconds since 1970; absent for `total`. */
  readonly begins?: number | undefined;
  /** When the next period begins; absent for `total`. */
  readonly renews?: number | undefined;
}

function nameChecks() {
  return {
    accountId: { required: validId },
    keyId: validId,
    period: { required: oneOf(...budgetPeriods) },
  };
}

const validBudget: Check = /* @__PURE__ */ deferred(() =>
  members<Budget>({
    ...nameChecks(),
    nanoDollars: { required: count },
    timeZone: validTimeZone,
  }),
);

/** A whole budget has a name too. */
const validName: Check = /* @__PURE__ */ deferred(() =>
  shape("the name of a budget", nameChecks()),
);

/**
 * Checks a budget, and completes it.
 * @throws TypeError that names the member at fault
 */
export function checkBudget(budget: Budget): Budget & { readonly timeZone: string } {
  checkOptions("ledger.setBudget", budget, validBudget);
  const { nanoDollars, timeZone = "UTC" } = budget;
  return { ...toName(budget), nanoDollars, timeZone };
}

/**
 * Checks the name of a budget.
 * @throws TypeError that names the member at fault
 */
export function checkBudgetName(name: BudgetName): BudgetName {
  checkOptions("ledger.removeBudget", name, validName);
  return toName(name);
}

function toName({ accountId, keyId, period }: BudgetName): BudgetName {
  if (period === "total" && keyId === undefined) {
    throw new TypeError("The total of an account is the sum of its credits: give it a credit.");
  }
  return keyId === undefined ? { accountId, period } : { accountId, keyId, period };
}

/**
 * Sorts the budgets of an account: its own first, then those of its keys by their ids, in the order of
 * UTF-16 units; of each those that renew last come first.
 */
export function sortBudgets<T extends BudgetName>(budgets: readonly T[]): readonly T[] {
  return [...budgets].sort((one, other) => {
    const [key, otherKey] = [one.keyId ?? "", other.keyId ?? ""];
    if (key !== otherKey) return key < otherKey ? -1 : 1;
    return budgetPeriods.indexOf(one.period) - budgetPeriods.indexOf(other.period);
  });
}
