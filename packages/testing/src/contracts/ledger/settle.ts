import type { JsonObject, LedgerStore, RowEnd } from "@diglot/core";
import { noUsage, openRow, releaseRow, settleRow } from "@diglot/core";
import { assertEqual } from "../assert.js";
import { type ContractTests, openBoth, type Subject } from "../contract.js";
import { fullPrices, noon, oddNames, reservationOf, settlementOf, usageOf } from "../samples.js";
import { assertBalance, giveBudget, minute } from "./steps.js";

/** What an upstream may say of its usage; a store keeps it as it is. */
const hostileUsage: JsonObject = {
  prompt_tokens: 12,
  nested: { list: [1, 2.5, -3, 1e21, null, true, { deep: "yes" }], empty: {}, none: [] },
  zeros: "a\u0000b",
  half: "\ud83d",
  text: 'it\'s "quoted" \\ 漢字 🙂',
  "": "no name",
};

const ends: readonly RowEnd[] = [
  "completed",
  "upstream_error",
  "client_abort",
  "timeout",
  "limit",
  "crash",
  "unsent",
];

/** What `settle` and `release` promise. */
export const settleTests: ContractTests<Subject<LedgerStore>> = {
  async "settle: gives the reservation back and spends the cost"({ store }) {
    await giveBudget(store, 100);
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1"));
    await assertBalance(store, { limit: 100, spent: 4, reserved: 0 });
    assertEqual(await store.countOpen(), 0, "the open rows");
  },
  async "settle: makes the row that core's settleRow makes"({ store }) {
    const reservation = reservationOf("1", {
      idempotencyKey: "once",
      prices: fullPrices,
      onCallerGone: "drain",
      format: "chat-completions",
    });
    const settlement = settlementOf("1", { rawUsage: { prompt_tokens: 12 } });
    await store.reserve(reservation, minute);
    await store.settle(settlement);
    const row = settleRow(openRow(reservation), settlement);
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "settle: leaves absent what was absent"({ store }) {
    const reservation = reservationOf("1", { prices: { input: 1, output: 2 } });
    await store.reserve(reservation, minute);
    await store.settle(settlementOf("1"));
    const row = settleRow(openRow(reservation), settlementOf("1"));
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "settle: keeps every end and every policy"({ store }) {
    const policies = ["bill-observed", "drain", "refund"] as const;
    const expected = ends.map((end, index) => {
      const onCallerGone = policies[index % 3] ?? "refund";
      const reservation = reservationOf(`${index}`, { onCallerGone });
      return { reservation, settlement: settlementOf(`${index}`, { end }) };
    });
    for (const { reservation, settlement } of expected) {
      await store.reserve(reservation, minute);
      await store.settle(settlement);
    }
    const rows = expected.map(({ reservation, settlement }) =>
      settleRow(openRow(reservation), settlement),
    );
    assertEqual((await store.rows()).rows, rows, "the rows");
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
  async "settle: books all of a cost that is over the reservation and the budget"({ store }) {
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
  async "settle: takes every name"({ store }) {
    const reservations = oddNames.map((name) =>
      reservationOf(name, {
        requestId: name,
        keyId: name,
        model: name,
        format: name,
        idempotencyKey: name,
        accountId: name,
      }),
    );
    for (const reservation of reservations) await store.reserve(reservation, minute);
    for (const name of oddNames) await store.settle(settlementOf(name));
    const rows = reservations.map((reservation) =>
      settleRow(openRow(reservation), settlementOf(reservation.attemptId)),
    );
    assertEqual((await store.rows()).rows, rows, "the rows");
  },
  async "settle: keeps the largest numbers exactly"({ store }) {
    const most = Number.MAX_SAFE_INTEGER;
    const reservation = reservationOf("1", {
      reservedNanoDollars: most,
      reservedTokens: { input: most, output: most },
    });
    const settlement = settlementOf("1", {
      usage: usageOf({ input: most, cacheWriteLong: most, output: most, reasoning: most }),
      costNanoDollars: most,
    });
    await store.reserve(reservation, minute);
    await store.settle(settlement);
    await assertBalance(store, { spent: most, reserved: 0 });
    const row = settleRow(openRow(reservation), settlement);
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "settle: keeps an upstream's own words, whatever they are"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1", { rawUsage: hostileUsage }));
    await assertBalance(store, { spent: 4, reserved: 0 });
    assertEqual((await store.rows()).rows[0]?.rawUsage, hostileUsage, "the raw usage");
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
