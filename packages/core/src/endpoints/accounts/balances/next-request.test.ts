import { describe, expect, it } from "vitest";
import type { BudgetStatus } from "../../../accounts/ledger/budget.js";
import { type Standing, toNextRequest } from "./next-request.js";

const dollar = 1_000_000_000;

function budgetOf(left: number, change: Partial<BudgetStatus> = {}): BudgetStatus {
  const budget = {
    accountId: "a",
    period: "day",
    timeZone: "UTC",
    nanoDollars: 10 * dollar,
  } as const;
  return { ...budget, reserved: dollar, spent: 9 * dollar - left, ...change };
}

function next(standing: Partial<Standing>) {
  return toNextRequest({
    ...{ balance: { spent: 0, reserved: 0 }, budgets: [], unknownAccounts: "unlimited" },
    ...standing,
  });
}

describe("toNextRequest", () => {
  it("is unlimited for an account without credit and budgets, or refused if the service says so", () => {
    const none = { limited_by: null, available_usd: null };
    expect(next({})).toEqual({ outcome: "unlimited", ...none });
    expect(next({ unknownAccounts: "refuse" })).toEqual({ outcome: "refused", ...none });
  });

  it("is limited by the credit that is left", () => {
    const balance = { limit: 3 * dollar, spent: dollar, reserved: 500_000_000 };
    expect(next({ balance, unknownAccounts: "refuse" })).toEqual({
      outcome: "limited",
      limited_by: "credit",
      available_usd: "1.500000000",
    });
  });

  it.each([0, -1])("is refused if %i nano-dollars are left", (left) => {
    const balance = { limit: left, spent: 0, reserved: 0 };
    expect(next({ balance })).toMatchObject({ outcome: "refused", limited_by: "credit" });
  });

  it("is limited by the budget with the least left", () => {
    const balance = { limit: 5 * dollar, spent: 0, reserved: 0 };
    const budgets = [budgetOf(2 * dollar), budgetOf(3 * dollar, { period: "month" })];
    expect(next({ balance, budgets })).toMatchObject({
      limited_by: "day",
      available_usd: "2.000000000",
    });
    expect(next({ balance, budgets: budgets.slice(1) })).toMatchObject({ limited_by: "month" });
  });

  it("counts the budget of a key for that key alone, and not as one of the account", () => {
    const budgets = [budgetOf(dollar, { keyId: "k", period: "total" })];
    expect(next({ budgets })).toMatchObject({ outcome: "unlimited" });
    expect(next({ budgets, keyId: "other" })).toMatchObject({ outcome: "unlimited" });
    expect(next({ budgets, keyId: "k" })).toMatchObject({
      outcome: "limited",
      limited_by: "total",
    });
    expect(next({ budgets, keyId: "k", unknownAccounts: "refuse" })).toMatchObject({
      outcome: "refused",
      limited_by: null,
    });
  });
});
