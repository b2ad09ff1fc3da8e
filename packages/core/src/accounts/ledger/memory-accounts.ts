import { is } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import type { FinalRow, Reservation } from "./ledger.js";
import {
  coveringWindows,
  hasOwnBudget,
  type MemoryBudgets,
  type MemoryWindow,
} from "./memory-budgets.js";
import type { Balance, Credit } from "./records.js";
import { budgetExhausted, budgetMissing, creditIdConflict } from "./refusals.js";

interface Account {
  /** `undefined`: the account has no limit. */
  limit: number | undefined;
  spent: number;
  reserved: number;
}

/** What the accounts of one process may spend and have spent, in nano-dollars. It is kept forever. */
export interface MemoryAccounts {
  /** The limits that accounts begin with, by account id. */
  readonly budgets: ReadonlyMap<string, number>;
  readonly accounts: Map<string, Account>;
  /** The budgets besides the limits: those that renew, and those of keys. */
  readonly renewing: MemoryBudgets;
  /** The credits that were given, by their id. */
  readonly credits: Map<string, Pick<Credit, "accountId" | "nanoDollars">>;
}

/** Accounts that have spent nothing. */
export function createMemoryAccounts(budgets: Readonly<Record<string, number>>): MemoryAccounts {
  return {
    budgets: new Map(Object.entries(budgets)),
    accounts: new Map(),
    renewing: new Map(),
    credits: new Map(),
  };
}

/**
 * Takes a reservation from every budget that it falls under, or from none.
 * @returns the windows of budgets that it was taken from
 * @throws ServiceError `budget_exhausted`
 */
export function reserveAmount(
  state: MemoryAccounts,
  reservation: Reservation,
  now: number,
): readonly MemoryWindow[] {
  const { accountId, reservedNanoDollars, requiresBudget } = reservation;
  const { limit, spent, reserved } = findAccount(state, accountId);
  if (requiresBudget && limit === undefined && !hasOwnBudget(state.renewing, accountId)) {
    throw budgetMissing();
  }
  if (limit !== undefined && spent + reserved + reservedNanoDollars > limit) {
    throw budgetExhausted({ wanted: reservedNanoDollars, available: limit - spent - reserved });
  }
  const windows = coveringWindows(state.renewing, reservation, now);
  for (const counter of [openAccount(state, accountId), ...windows]) {
    counter.reserved += reservedNanoDollars;
  }
  return windows;
}

/** Gives a reserved amount back to where it was taken from. */
export function freeAmount(
  state: MemoryAccounts,
  { accountId, reservedNanoDollars }: Reservation,
  windows: readonly MemoryWindow[],
): void {
  for (const counter of [openAccount(state, accountId), ...windows]) {
    counter.reserved -= reservedNanoDollars;
  }
}

/** Spends an amount, whatever the limits say. */
export function spendAmount(
  state: MemoryAccounts,
  { accountId, costNanoDollars }: FinalRow,
  windows: readonly MemoryWindow[],
): void {
  for (const counter of [openAccount(state, accountId), ...windows]) {
    counter.spent += costNanoDollars;
  }
}

/**
 * Gives a credit, unless it was given before.
 * @throws TypeError if another credit has the id, or for an amount that is not a whole number
 */
export function giveCredit(state: MemoryAccounts, { id, accountId, nanoDollars }: Credit): void {
  const given = state.credits.get(id);
  if (given) {
    const isSame = given.accountId === accountId && given.nanoDollars === nanoDollars;
    if (!isSame) throw creditIdConflict(id);
    return;
  }
  checkOptions("ledger.credit", nanoDollars, validAmount, "nanoDollars");
  const account = openAccount(state, accountId);
  const limit = (account.limit ?? 0) + nanoDollars;
  checkTotal(limit);
  account.limit = limit;
  state.credits.set(id, { accountId, nanoDollars });
}

/** The balance of an account, which need not exist. */
export function balanceOf(state: MemoryAccounts, id: string): Balance {
  return { ...findAccount(state, id) };
}

/** The ids of all accounts that have a limit or were used. */
export function accountIdsOf(state: MemoryAccounts): readonly string[] {
  const { accounts, budgets, renewing } = state;
  return [...budgets.keys(), ...accounts.keys(), ...renewing.keys()];
}

function findAccount({ accounts, budgets }: MemoryAccounts, id: string): Account {
  return accounts.get(id) ?? { limit: budgets.get(id), spent: 0, reserved: 0 };
}

function openAccount(state: MemoryAccounts, id: string): Account {
  const account = findAccount(state, id);
  state.accounts.set(id, account);
  return account;
}

/** A limit that is not a number would limit nothing. */
export const validAmount = /* @__PURE__ */ is(
  "a whole number of nano-dollars",
  Number.isSafeInteger,
);

function checkTotal(limit: number): void {
  if (Number.isSafeInteger(limit)) return;
  throw new TypeError(
    `All credits of an account together must be a whole number of nano-dollars, not ${limit}.`,
  );
}
