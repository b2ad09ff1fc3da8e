import { type Budget, type BudgetName, type BudgetStatus, sortBudgets } from "./budget.js";
import { budgetPeriods, timesOfWindow, windowAt } from "./budget-window.js";
import type { Reservation } from "./ledger.js";
import { budgetExhausted } from "./refusals.js";

/** What was used of a budget in one of its windows. */
export interface MemoryWindow {
  spent: number;
  reserved: number;
}

type ZonedBudget = Budget & { readonly timeZone: string };

/** A budget, and all of its windows by their first days. */
interface HeldBudget {
  budget: ZonedBudget;
  readonly windows: Map<string, MemoryWindow>;
}

/** The budgets of each account, its keys' included, by their names. */
export type MemoryBudgets = Map<string, Map<string, HeldBudget>>;

/** Sets a budget. One that is there keeps what was used of it. */
export function putBudget(budgets: MemoryBudgets, budget: ZonedBudget): void {
  const ofAccount = budgets.get(budget.accountId) ?? new Map<string, HeldBudget>();
  budgets.set(budget.accountId, ofAccount);
  const name = toName(budget);
  const held = ofAccount.get(name);
  if (held) held.budget = budget;
  else ofAccount.set(name, { budget, windows: new Map() });
}

/** Removes a budget and what was used of it; `false` if there is none. */
export function dropBudget(budgets: MemoryBudgets, name: BudgetName): boolean {
  const ofAccount = budgets.get(name.accountId);
  const existed = ofAccount?.delete(toName(name)) ?? false;
  if (ofAccount?.size === 0) budgets.delete(name.accountId);
  return existed;
}

/** The budgets of an account and of its keys as they are now. */
export function listBudgets(
  budgets: MemoryBudgets,
  accountId: string,
  now: number,
): readonly BudgetStatus[] {
  const held = [...(budgets.get(accountId)?.values() ?? [])];
  return sortBudgets(held.map((one) => toStatus(one, now)));
}

/** Whether an account as a whole has a budget. */
export function hasOwnBudget(budgets: MemoryBudgets, accountId: string): boolean {
  const held = [...(budgets.get(accountId)?.values() ?? [])];
  return held.some(({ budget }) => budget.keyId === undefined);
}

/**
 * The windows that an attempt counts in from now on, in the order of their periods.
 * @throws ServiceError `budget_exhausted` if one of the budgets does not cover the amount
 */
export function coveringWindows(
  budgets: MemoryBudgets,
  reservation: Reservation,
  now: number,
): readonly MemoryWindow[] {
  const { reservedNanoDollars: wanted } = reservation;
  const held = applicable(budgets, reservation);
  const windows = held.map((one) => openWindow(one, now));
  for (const [index, { budget }] of held.entries()) {
    const { spent, reserved } = windows[index] ?? noWindow;
    const available = budget.nanoDollars - spent - reserved;
    if (wanted <= available) continue;
    throw budgetExhausted({ wanted, available }, { ...budget, now });
  }
  return windows;
}

/** The windows that an attempt counts in which the ledger learns of only now, whatever is left. */
export function currentWindows(
  budgets: MemoryBudgets,
  row: Pick<Reservation, "accountId" | "keyId">,
  now: number,
): readonly MemoryWindow[] {
  return applicable(budgets, row).map((one) => openWindow(one, now));
}

function applicable(
  budgets: MemoryBudgets,
  { accountId, keyId }: Pick<Reservation, "accountId" | "keyId">,
): readonly HeldBudget[] {
  const ofAccount = budgets.get(accountId);
  if (!ofAccount) return [];
  return budgetPeriods
    .flatMap((period) => [
      ofAccount.get(toName({ accountId, period })),
      ofAccount.get(toName({ accountId, keyId, period })),
    ])
    .filter((one) => one !== undefined);
}

const noWindow: MemoryWindow = { spent: 0, reserved: 0 };

function openWindow({ budget, windows }: HeldBudget, now: number): MemoryWindow {
  const first = windowAt(budget, now);
  const window = windows.get(first) ?? { spent: 0, reserved: 0 };
  windows.set(first, window);
  return window;
}

function toStatus({ budget, windows }: HeldBudget, now: number): BudgetStatus {
  const first = windowAt(budget, now);
  return { ...budget, ...(windows.get(first) ?? noWindow), ...timesOfWindow(budget, first) };
}

function toName({ keyId, period }: BudgetName): string {
  return keyId === undefined ? period : `${period} ${keyId}`;
}
