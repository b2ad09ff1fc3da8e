import {
  type Balance,
  type BudgetStatus,
  createMemoryLedger,
  type LedgerStore,
} from "@diglot/core";
import { deferred, flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { reservationOf, settlementOf } from "../contracts/samples.js";
import { createBalanceWatch } from "./watch-balances.js";

const minute = 60_000;

/** What a watch finds while nothing else happens, if an account and its only budget stand so. */
async function find(balance: Balance, budget?: Partial<BudgetStatus>): Promise<readonly string[]> {
  const status = { accountId: "account", period: "day", nanoDollars: 10, spent: 0, reserved: 0 };
  const store = {
    balance: async () => balance,
    budgets: async () => (budget ? [{ ...status, ...budget }] : []),
  } as unknown as LedgerStore;
  const watch = createBalanceWatch(store, ["account"]);
  await watch.during(async () => undefined);
  return [...new Set(watch.overspent)];
}

describe("a watch over balances", () => {
  it.each<[string, Balance, Partial<BudgetStatus>]>([
    ["all of a limit", { limit: 10, spent: 4, reserved: 6 }, { spent: 4, reserved: 6 }],
    ["nothing", { limit: 0, spent: 0, reserved: 0 }, { nanoDollars: 0 }],
    ["much, without a limit", { spent: 1e12, reserved: 1e12 }, {}],
  ])("finds nothing where %s is used", async (_, balance, budget) => {
    expect(await find(balance, budget)).toEqual([]);
  });

  it.each<[string, Balance]>([
    ["spent and reserved more than", { limit: 10, spent: 5, reserved: 6 }],
    ["spent less than nothing of", { limit: 10, spent: -1, reserved: 2 }],
    ["reserved less than nothing of", { limit: 10, spent: 2, reserved: -1 }],
  ])("finds an account, and a budget, that has %s its limit", async (_, balance) => {
    const { spent, reserved } = balance;
    const used = `${spent} and reserved ${reserved} of 10.`;
    expect(await find(balance)).toEqual([`account had spent ${used}`]);
    expect(await find({ spent: 0, reserved: 0 }, { spent, reserved })).toEqual([
      `The budget of account (day) had spent ${used}`,
    ]);
  });

  it("looks after each reservation, and ends when its last look has", async () => {
    const looks: string[] = [];
    const late = deferred();
    const store = createMemoryLedger();
    const working = deferred();
    const slow: LedgerStore = {
      ...store,
      async balance(accountId) {
        looks.push(accountId);
        await late.promise;
        return { limit: 1, spent: 2, reserved: 0 };
      },
    };
    const watch = createBalanceWatch(slow, ["account"]);
    const ledger = watch.follow(store);
    let over = false;
    const done = watch.during(() => working.promise).then(() => (over = true));
    await ledger.reserve(reservationOf("1"), minute);
    await ledger.settle(settlementOf("1"));
    await flushPromises();
    expect(looks).toHaveLength(2);
    working.resolve();
    await flushPromises();
    expect(over).toBe(false);
    late.resolve();
    await done;
    expect(watch.overspent).toHaveLength(2);
  });

  it("knows the longest time for which nothing ran, however short the times after it", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
    const working = deferred();
    const watch = createBalanceWatch(createMemoryLedger(), []);
    const done = watch.during(() => working.promise);
    for (const milliseconds of [2, 700, 2, 2]) {
      await flushPromises();
      vi.advanceTimersByTime(milliseconds);
    }
    working.resolve();
    await flushPromises();
    vi.advanceTimersByTime(2);
    await done;
    vi.useRealTimers();
    expect(watch.longestStall()).toBe(700);
  });

  it("stops looking when the work fails, and says how it failed", async () => {
    const watch = createBalanceWatch(createMemoryLedger(), []);
    await expect(watch.during(() => Promise.reject(new Error("Broken.")))).rejects.toThrow(
      "Broken.",
    );
    expect(watch.longestStall()).toBeGreaterThanOrEqual(0);
  });
});
