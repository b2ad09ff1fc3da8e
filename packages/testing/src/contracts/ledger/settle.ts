import type { LedgerStore } from "@diglot/core";
import { noUsage, openRow, releaseRow, settleRow } from "@diglot/core";
import { assertEqual } from "../assert.js";
import { type ContractTests, openBoth, type Subject } from "../contract.js";
import { noon, reservationOf, settlementOf } from "../samples.js";
import { assertBalance, giveBudget, minute } from "./steps.js";

/** What `settle` and `release` promise. */
export const settleTests: ContractTests<Subject<LedgerStore>> = {
  async "settle: gives the reservation back and spends the cost"({ store }) {
    await giveBudget(store, 100);
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1"));
    await assertBalance(store, { limit: 100, spent: 4, reserved: 0 });
    assertEqual(await store.countOpen(), 0, "the open rows");
  },
  async "settle: counts once, however often it is repeated"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1"));
    await store.settle(settlementOf("1"));
    await store.settle(settlementOf("1", { costNanoDollars: 9, end: "timeout" }));
    await store.release("1", noon);
    await assertBalance(store, { spent: 4, reserved: 0 });
    const { rows } = await store.rows();
    assertEqual(rows, [settleRow(openRow(reservationOf("1")), settlementOf("1"))], "the rows");
  },
  async "settle: counts once, of many at once"(subject) {
    const handles = await openBoth(subject);
    await subject.store.reserve(reservationOf("1"), minute);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        handles[index % 2 === 0 ? 0 : 1].settle(settlementOf("1")),
      ),
    );
    await assertBalance(subject.store, { spent: 4, reserved: 0 });
    assertEqual((await subject.store.rows()).rows.length, 1, "the number of rows");
  },
  async "settle: ends a row in one way, when it is settled and released at once"(subject) {
    const [one, other] = await openBoth(subject);
    await subject.store.reserve(reservationOf("1"), minute);
    await Promise.all([one.settle(settlementOf("1")), other.release("1", noon)]);
    const { rows } = await one.rows();
    assertEqual(rows.length, 1, "the number of rows");
    const spent = rows[0]?.state === "settled" ? 4 : 0;
    await assertBalance(subject.store, { spent, reserved: 0 });
  },
  async "settle: records all of a cost that is over the reservation and the budget"({ store }) {
    await giveBudget(store, 10);
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1", { costNanoDollars: 25 }));
    await assertBalance(store, { limit: 10, spent: 25, reserved: 0 });
  },
  async "settle: changes nothing for an id that is not there"({ store }) {
    await store.settle(settlementOf("nobody"));
    await store.release("nobody", noon);
    await assertBalance(store, { spent: 0, reserved: 0 });
    assertEqual((await store.rows()).rows, [], "the rows");
  },
  async "settle: touches no other row"({ store }) {
    for (const id of ["1", "2", "3"]) await store.reserve(reservationOf(id), minute);
    await store.settle(settlementOf("2"));
    await assertBalance(store, { spent: 4, reserved: 20 });
    assertEqual(await store.countOpen(), 2, "the open rows");
  },
  async "release: gives the whole reservation back"({ store }) {
    await giveBudget(store, 10);
    await store.reserve(reservationOf("1"), minute);
    await store.release("1", noon + 5);
    await assertBalance(store, { limit: 10, spent: 0, reserved: 0 });
    const row = releaseRow(openRow(reservationOf("1")), noon + 5);
    assertEqual((await store.rows()).rows, [row], "the rows");
    assertEqual(row.usage, noUsage, "the usage of a row that never left");
  },
  async "release: happens once, and no settlement follows"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    await store.release("1", noon + 5);
    await store.release("1", noon + 9);
    await store.settle(settlementOf("1"));
    await assertBalance(store, { spent: 0, reserved: 0 });
    const { rows } = await store.rows();
    assertEqual(rows, [releaseRow(openRow(reservationOf("1")), noon + 5)], "the rows");
  },
};
