import {
  type Budget,
  type BudgetName,
  budgetExhausted,
  budgetMissing,
  type LedgerStore,
  ServiceError,
} from "@diglot/core";
import { type Mutants, noAmounts } from "./mutant.js";

/** Ledgers that break what `Ledger` promises of budgets that renew, and of those of keys. */
export const brokenBudgets: Mutants<LedgerStore> = {
  "never checks budgets": (store) => {
    const set = new Map<string, Budget>();
    return {
      ...store,
      async setBudget(budget) {
        await store.setBudget(budget);
        set.set(nameOf(budget), budget);
      },
      async removeBudget(name) {
        set.delete(nameOf(name));
        return store.removeBudget(name);
      },
      async reserve(reservation, lease) {
        const budgets = [...set.values()].filter(
          ({ accountId }) => accountId === reservation.accountId,
        );
        await raiseAll(store, budgets, 1_000_000);
        await store.reserve(reservation, lease);
        await raiseAll(store, budgets, 0);
      },
    };
  },
  "checks a budget and takes from it in two steps": (store) => ({
    ...store,
    async reserve(reservation, lease) {
      const budgets = await store.budgets(reservation.accountId);
      const { keyId, reservedNanoDollars } = reservation;
      for (const budget of budgets) {
        const { spent, reserved, nanoDollars } = budget;
        if (budget.keyId !== undefined && budget.keyId !== keyId) continue;
        if (spent + reserved + reservedNanoDollars <= nanoDollars) continue;
        throw budgetExhausted(noAmounts, { ...budget, now: Date.now() });
      }
      await raiseAll(store, budgets, 1_000_000);
      await store.reserve(reservation, lease);
      await raiseAll(store, budgets, 0);
    },
  }),
  "takes the budget of a key for one of the account": (store) => ({
    ...store,
    setBudget: (budget) => store.setBudget(withoutTotal(withoutKey(budget))),
  }),
  "forgets what was used when a budget is changed": (store) => ({
    ...store,
    async setBudget(budget) {
      await store.removeBudget(budget);
      await store.setBudget(budget);
    },
  }),
  "keeps what was used when a budget is removed": (store) => ({
    ...store,
    async removeBudget(name) {
      const found = await store.budgets(name.accountId);
      const budget = found.find((each) => isSame(each, name));
      if (budget) await store.setBudget({ ...budget, nanoDollars: Number.MAX_SAFE_INTEGER });
      return budget !== undefined;
    },
  }),
  "has only days of UTC": (store) => ({
    ...store,
    setBudget: (budget) => store.setBudget({ ...budget, timeZone: "UTC" }),
  }),
  "has weeks for months": (store) => ({
    ...store,
    setBudget: (budget) =>
      store.setBudget({ ...budget, period: budget.period === "month" ? "week" : budget.period }),
  }),
  "says nothing of the budget that is used up": (store) => ({
    ...store,
    reserve: (reservation, lease) =>
      Promise.resolve(store.reserve(reservation, lease)).catch(() =>
        Promise.reject(budgetExhausted(noAmounts)),
      ),
  }),
  "takes the budget of a key for one that there must be": (store) => ({
    ...store,
    async reserve(reservation, lease) {
      const { requiresBudget, ...rest } = reservation;
      const { limit } = await store.balance(rest.accountId);
      const budgets = await store.budgets(rest.accountId);
      if (requiresBudget && limit === undefined && budgets.length === 0) throw budgetMissing();
      await store.reserve(rest, lease);
    },
  }),
  "does not charge what is recorded": (store) => ({
    ...store,
    async record(row) {
      const budgets = await store.budgets(row.accountId);
      for (const budget of budgets) await store.removeBudget(budget);
      await store.record(row);
      for (const budget of budgets) await store.setBudget(budget);
    },
  }),
  "refuses what it is given with an error of its own": (store) => ({
    ...store,
    setBudget: (budget) => store.setBudget(budget).catch(() => Promise.reject(new Error("no"))),
  }),
  "does not say when a budget renews": (store) => ({
    ...store,
    reserve: (reservation, lease) =>
      Promise.resolve(store.reserve(reservation, lease)).catch((error: ServiceError) => {
        const { kind, message } = error;
        throw new ServiceError({ kind, message });
      }),
  }),
  "says of every budget that it renews soon": (store) => ({
    ...store,
    reserve: (reservation, lease) =>
      Promise.resolve(store.reserve(reservation, lease)).catch((error: ServiceError) => {
        const { kind, message } = error;
        throw new ServiceError({ kind, message, retryAfterSeconds: 60 });
      }),
  }),
  "has the budgets of an account for nobody": (store) => ({
    ...store,
    budgets: (accountId) => store.budgets(accountId === "nobody" ? "account" : accountId),
  }),
  "removes every budget that it is asked to": (store) => ({
    ...store,
    async removeBudget(name) {
      await store.removeBudget(name);
      return true;
    },
  }),
  "does not check what it is given": (store) => ({
    ...store,
    setBudget: (budget) => store.setBudget(budget).catch(() => undefined),
  }),
};

function nameOf({ accountId, keyId, period }: BudgetName): string {
  return JSON.stringify([accountId, keyId, period]);
}

async function raiseAll(store: LedgerStore, budgets: readonly Budget[], by: number): Promise<void> {
  for (const budget of budgets) {
    await store.setBudget({ ...budget, nanoDollars: budget.nanoDollars + by });
  }
}

function withoutKey({ keyId: _, ...budget }: Budget): Budget {
  return budget;
}

function withoutTotal(budget: Budget): Budget {
  return budget.period === "total" ? { ...budget, period: "month" } : budget;
}

function isSame(one: BudgetName, other: BudgetName): boolean {
  return one.period === other.period && one.keyId === other.keyId;
}
