import type { Balance, LedgerStore } from "@diglot/core";
import { assertEqual } from "../assert.js";
import { clockOf, type Subject } from "../contract.js";

/** A lease that no case outlives. */
export const minute = 60_000;

/** A lease that is over soon. */
export const briefLease = 10;

/** Puts money on an account. */
export async function giveBudget(
  store: LedgerStore,
  nanoDollars: number,
  accountId = "account",
): Promise<void> {
  await store.credit({ id: crypto.randomUUID(), accountId, nanoDollars });
}

/** @throws an error unless the account stands like this; without `limit` it has no limit */
export async function assertBalance(
  store: LedgerStore,
  expected: Balance,
  accountId = "account",
): Promise<void> {
  assertEqual(await store.balance(accountId), expected, `the balance of ${accountId}`);
}

/** Lets a brief lease pass. */
export async function passBriefLease(subject: Pick<Subject<unknown>, "clock">): Promise<void> {
  await clockOf(subject).advance(5 * briefLease);
}
