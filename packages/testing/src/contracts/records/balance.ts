import type { LedgerStore } from "@diglot/core";
import { assertEqual, assertRefuses, assertRejects, assertThat } from "../assert.js";
import { type ContractTests, openBoth, type Subject } from "../contract.js";
import { assertBalance, minute } from "../ledger/steps.js";
import { oddNames, reservationOf, settlementOf } from "../samples.js";

/** What `balance`, `credit` and `countOpen` promise. */
export const balanceTests: ContractTests<Subject<LedgerStore>> = {
  async "balance: is empty and has no limit for an account that nobody knows"({ store }) {
    await assertBalance(store, { spent: 0, reserved: 0 }, "nobody");
  },
  async "credit: gives an account a limit, and returns the new balance"({ store }) {
    const balance = await store.credit({ id: "1", accountId: "account", nanoDollars: 50 });
    assertEqual(balance, { limit: 50, spent: 0, reserved: 0 }, "the returned balance");
    await assertBalance(store, { limit: 50, spent: 0, reserved: 0 });
  },
  async "credit: limits an account that has spent and reserved without a limit"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1"));
    await store.reserve(reservationOf("2"), minute);
    const balance = await store.credit({ id: "1", accountId: "account", nanoDollars: 20 });
    assertEqual(balance, { limit: 20, spent: 4, reserved: 10 }, "the returned balance");
    await assertRefuses(store.reserve(reservationOf("3"), minute), "budget_exhausted", "10 of 6");
  },
  async "credit: adds up"({ store }) {
    await store.credit({ id: "1", accountId: "account", nanoDollars: 50, note: "it's a gift 🎁" });
    await store.credit({ id: "2", accountId: "account", nanoDollars: 7 });
    await assertBalance(store, { limit: 57, spent: 0, reserved: 0 });
  },
  async "credit: takes back what is negative"({ store }) {
    await store.credit({ id: "1", accountId: "account", nanoDollars: 50 });
    await store.reserve(reservationOf("1"), minute);
    const balance = await store.credit({ id: "2", accountId: "account", nanoDollars: -45 });
    assertEqual(balance, { limit: 5, spent: 0, reserved: 10 }, "the returned balance");
    await assertRefuses(store.reserve(reservationOf("2"), minute), "budget_exhausted", "10 of −5");
    await store.settle(settlementOf("1"));
    await assertBalance(store, { limit: 5, spent: 4, reserved: 0 });
  },
  async "credit: is given once for each id, and another one with its id is refused"({ store }) {
    await store.credit({ id: "1", accountId: "account", nanoDollars: 50 });
    const repeated = await store.credit({ id: "1", accountId: "account", nanoDollars: 50 });
    assertEqual(repeated, { limit: 50, spent: 0, reserved: 0 }, "the returned balance");
    for (const other of [
      { id: "1", accountId: "account", nanoDollars: 8 },
      { id: "1", accountId: "other", nanoDollars: 50 },
    ]) {
      const refusal = await assertRejects(store.credit(other), "another credit with its id");
      assertThat(refusal instanceof TypeError, "Another credit with its id is refused as wrong.");
    }
    await assertBalance(store, { limit: 50, spent: 0, reserved: 0 });
    await assertBalance(store, { spent: 0, reserved: 0 }, "other");
  },
  async "credit: is given once, of many at once with one id"(subject) {
    const handles = await openBoth(subject);
    const credit = { id: "1", accountId: "account", nanoDollars: 50 };
    const calls = Array.from({ length: 10 }, (_, index) =>
      handles[index % 2 === 0 ? 0 : 1].credit(credit),
    );
    await Promise.all(calls);
    await assertBalance(subject.store, { limit: 50, spent: 0, reserved: 0 });
  },
  async "credit: loses none of many at once"(subject) {
    const handles = await openBoth(subject);
    const calls = Array.from({ length: 20 }, (_, index) =>
      handles[index % 2 === 0 ? 0 : 1].credit({
        id: `${index}`,
        accountId: "account",
        nanoDollars: 5,
      }),
    );
    await Promise.all(calls);
    await assertBalance(subject.store, { limit: 100, spent: 0, reserved: 0 });
  },
  async "credit: takes every name, and keeps near twins apart"({ store }) {
    for (const [index, name] of oddNames.entries()) {
      await store.credit({ id: name, accountId: name, nanoDollars: index + 1, note: name });
    }
    for (const [index, name] of oddNames.entries()) {
      await assertBalance(store, { limit: index + 1, spent: 0, reserved: 0 }, name);
    }
  },
  async "countOpen: counts the open rows of all accounts"({ store }) {
    assertEqual(await store.countOpen(), 0, "the open rows of an empty store");
    await store.reserve(reservationOf("1"), minute);
    await store.reserve(reservationOf("2", { accountId: "other" }), minute);
    await store.reserve(reservationOf("3", { accountId: "other" }), minute);
    await store.settle(settlementOf("2"));
    assertEqual(await store.countOpen(), 2, "the open rows");
  },
};
