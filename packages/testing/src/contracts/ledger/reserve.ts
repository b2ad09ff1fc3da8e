import { type LedgerStore, openRow, type Reservation, settleRow } from "@diglot/core";
import { assertEqual, assertRefuses } from "../assert.js";
import { type ContractTests, openBoth, type Subject } from "../contract.js";
import { oddNames, reservationOf, settlementOf } from "../samples.js";
import { assertBalance, giveBudget, minute } from "./steps.js";

/** What `reserve` promises. */
export const reserveTests: ContractTests<Subject<LedgerStore>> = {
  async "reserve: writes an open row and takes its reservation"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    await assertBalance(store, { spent: 0, reserved: 10 });
    assertEqual(await store.countOpen(), 1, "the open rows");
    assertEqual((await store.rows()).rows, [], "the final rows");
  },
  async "reserve: lets in what exactly uses the budget up"({ store }) {
    await giveBudget(store, 20);
    await store.reserve(reservationOf("1"), minute);
    await store.reserve(reservationOf("2"), minute);
    await store.reserve(reservationOf("3", { reservedNanoDollars: 0 }), minute);
    await assertBalance(store, { limit: 20, spent: 0, reserved: 20 });
    assertEqual(await store.countOpen(), 3, "the open rows");
  },
  async "reserve: refuses one nano-dollar more than the budget, and writes nothing"({ store }) {
    await giveBudget(store, 20);
    await store.reserve(reservationOf("1"), minute);
    const tooMuch = reservationOf("2", { reservedNanoDollars: 11 });
    await assertRefuses(store.reserve(tooMuch, minute), "budget_exhausted", "11 of 10");
    await assertBalance(store, { limit: 20, spent: 0, reserved: 10 });
    assertEqual(await store.countOpen(), 1, "the open rows");
    await store.settle(settlementOf("2"));
    await assertBalance(store, { limit: 20, spent: 0, reserved: 10 });
  },
  async "reserve: counts what is spent already"({ store }) {
    await giveBudget(store, 13);
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1"));
    await assertRefuses(store.reserve(reservationOf("2"), minute), "budget_exhausted", "10 of 9");
    await store.reserve(reservationOf("3", { reservedNanoDollars: 9 }), minute);
    await assertBalance(store, { limit: 13, spent: 4, reserved: 9 });
  },
  async "reserve: takes an id again that was refused, once there is money"({ store }) {
    await giveBudget(store, 5);
    await assertRefuses(store.reserve(reservationOf("1"), minute), "budget_exhausted", "10 of 5");
    await giveBudget(store, 5);
    await store.reserve(reservationOf("1"), minute);
    await assertBalance(store, { limit: 10, spent: 0, reserved: 10 });
  },
  async "reserve: has no limit for an account without credit"({ store }) {
    const large = { reservedNanoDollars: Number.MAX_SAFE_INTEGER };
    await giveBudget(store, 1, "other");
    await store.reserve(reservationOf("1", large), minute);
    await assertBalance(store, { spent: 0, reserved: Number.MAX_SAFE_INTEGER });
  },
  async "reserve: refuses an account without credit if there must be a budget, and writes nothing"({
    store,
  }) {
    const required = { requiresBudget: true, reservedNanoDollars: 0 } as const;
    await store.reserve(reservationOf("1"), minute);
    const known = store.reserve(reservationOf("2", required), minute);
    await assertRefuses(known, "budget_exhausted", "an account without credit");
    const other = reservationOf("3", { ...required, accountId: "unknown" });
    const unknown = store.reserve(other, minute);
    const refusal = await assertRefuses(
      unknown,
      "budget_exhausted",
      "an account that nobody has named",
    );
    assertEqual(refusal.message, "The account has neither a credit nor a budget.", "the message");
    await assertBalance(store, { spent: 0, reserved: 10 });
    assertEqual(await store.countOpen(), 1, "the open rows");
  },
  async "reserve: takes from a budget that there must be, and keeps that in the row"({ store }) {
    await giveBudget(store, 10);
    const reservation = reservationOf("1", { requiresBudget: true });
    await store.reserve(reservation, minute);
    const tooMuch = store.reserve(reservationOf("2", { requiresBudget: true }), minute);
    await assertRefuses(tooMuch, "budget_exhausted", "10 of 0");
    await store.settle(settlementOf("1"));
    await assertBalance(store, { limit: 10, spent: 4, reserved: 0 });
    const row = settleRow(openRow(reservation), settlementOf("1"));
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "reserve: leaves an id that is there as it is, even when the budget is used up"({ store }) {
    await giveBudget(store, 10);
    await store.reserve(reservationOf("1"), minute);
    await store.reserve(reservationOf("1"), minute);
    await store.reserve(reservationOf("1", { accountId: "other", model: "other" }), minute);
    await assertBalance(store, { limit: 10, spent: 0, reserved: 10 });
    await assertBalance(store, { spent: 0, reserved: 0 }, "other");
    await store.settle(settlementOf("1"));
    assertEqual((await store.rows()).rows[0]?.model, "model", "the model of the row");
  },
  async "reserve: leaves the id of a final row as it is"({ store }) {
    await giveBudget(store, 10);
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1"));
    await store.reserve(reservationOf("1"), minute);
    await assertBalance(store, { limit: 10, spent: 4, reserved: 0 });
    assertEqual(await store.countOpen(), 0, "the open rows");
  },
  async "reserve: lets in exactly what is covered, of many at once"(subject) {
    const handles = await openBoth(subject);
    await giveBudget(subject.store, 35);
    const calls = Array.from({ length: 20 }, (_, index) =>
      handles[index % 2 === 0 ? 0 : 1].reserve(reservationOf(`${index}`), minute),
    );
    const results = await Promise.allSettled(calls);
    const passed = results.filter(({ status }) => status === "fulfilled");
    assertEqual(passed.length, 3, "the reservations of 10 that passed on a budget of 35");
    for (const result of results) {
      if (result.status === "rejected")
        await assertRefuses(Promise.reject(result.reason), "budget_exhausted", "a refusal");
    }
    await assertBalance(subject.store, { limit: 35, spent: 0, reserved: 30 });
    assertEqual(await subject.store.countOpen(), 3, "the open rows");
  },
  async "reserve: takes one reservation, of many at once with one id"(subject) {
    const handles = await openBoth(subject);
    await giveBudget(subject.store, 10);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        handles[index % 2 === 0 ? 0 : 1].reserve(reservationOf("1"), minute),
      ),
    );
    await assertBalance(subject.store, { limit: 10, spent: 0, reserved: 10 });
    assertEqual(await subject.store.countOpen(), 1, "the open rows");
  },
  async "reserve: keeps accounts apart, whatever they are called"({ store }) {
    for (const [index, accountId] of oddNames.entries()) {
      await giveBudget(store, 100 + index, accountId);
      const members = { accountId, reservedNanoDollars: 1 + index };
      await store.reserve(reservationOf(`${index}`, members), minute);
    }
    for (const [index, accountId] of oddNames.entries()) {
      await assertBalance(store, { limit: 100 + index, spent: 0, reserved: 1 + index }, accountId);
    }
  },
  async "reserve: counts exactly up to 2⁵³ − 1"({ store }) {
    await giveBudget(store, Number.MAX_SAFE_INTEGER);
    const members: Partial<Reservation> = { reservedNanoDollars: Number.MAX_SAFE_INTEGER - 1 };
    await store.reserve(reservationOf("1", members), minute);
    const two = reservationOf("2", { reservedNanoDollars: 2 });
    await assertRefuses(store.reserve(two, minute), "budget_exhausted", "2 of 1");
    await store.reserve(reservationOf("3", { reservedNanoDollars: 1 }), minute);
    const reserved = Number.MAX_SAFE_INTEGER;
    await assertBalance(store, { limit: reserved, spent: 0, reserved });
  },
};
