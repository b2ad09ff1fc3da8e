import type { Ledger, LedgerStore } from "@diglot/core";
import { pause } from "../contracts/contract.js";
import { wrapLedger } from "./wrap-ledger.js";

/** Looks at the balances and the budgets of a run's accounts, again and again and after each reservation. */
export interface BalanceWatch {
  /** A ledger each of whose reservations is followed by a look. */
  follow(ledger: Ledger): Ledger;
  /** Looks while the work is done. */
  during(work: () => Promise<void>): Promise<void>;
  /** A sentence for each look that found more spent and reserved than the limit allows. */
  readonly overspent: readonly string[];
  /** The longest time for which nothing ran, in milliseconds: the machine was busy with something else. */
  longestStall(): number;
}

/** A watch over accounts, which it reads through a handle of its own. */
export function createBalanceWatch(store: LedgerStore, accounts: readonly string[]): BalanceWatch {
  const overspent: string[] = [];
  let longestStall = 0;
  let working = true;
  /** All looks that follow reservations, one after the other: no reservation waits for them. */
  let looking = Promise.resolve();

  async function look(accountId: string): Promise<void> {
    const { limit = Number.POSITIVE_INFINITY, spent, reserved } = await store.balance(accountId);
    if (spent + reserved <= limit && spent >= 0 && reserved >= 0) return;
    overspent.push(`${accountId} had spent ${spent} and reserved ${reserved} of ${limit}.`);
  }

  async function lookAtBudgets(accountId: string): Promise<void> {
    for (const { period, spent, reserved, nanoDollars } of await store.budgets(accountId)) {
      if (spent + reserved <= nanoDollars && spent >= 0 && reserved >= 0) continue;
      const used = `${spent} and reserved ${reserved} of ${nanoDollars}`;
      overspent.push(`The budget of ${accountId} (${period}) had spent ${used}.`);
    }
  }

  async function lookAtAll(): Promise<void> {
    await Promise.all([...accounts.map(look), ...accounts.map(lookAtBudgets)]);
  }

  function lookSoon(): void {
    looking = looking.then(lookAtAll);
    looking.catch(() => undefined);
  }

  async function lookOn(): Promise<void> {
    while (working) {
      await lookAtAll();
      const before = performance.now();
      await pause(2);
      longestStall = Math.max(longestStall, performance.now() - before);
    }
  }

  return {
    overspent,
    longestStall: () => longestStall,
    follow: (followed) =>
      wrapLedger(followed, async (operation, call) => {
        const result = await call();
        if (operation === "reserve") lookSoon();
        return result;
      }),
    async during(work) {
      const done = work().finally(() => {
        working = false;
      });
      await Promise.all([done, lookOn()]);
      await looking;
    },
  };
}
