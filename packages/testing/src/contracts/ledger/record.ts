import type { LedgerStore } from "@diglot/core";
import { openRow, recoverRow, releaseRow } from "@diglot/core";
import { assertEqual } from "../assert.js";
import { type ContractTests, openBoth, type Subject } from "../contract.js";
import { fullPrices, noon, oddNames, reservationOf, settledRowOf } from "../samples.js";
import { assertBalance, giveBudget, minute } from "./steps.js";

/** What `record` promises. */
export const recordTests: ContractTests<Subject<LedgerStore>> = {
  async "record: writes a row that is not there, whatever the budget says"({ store }) {
    await giveBudget(store, 1);
    const members = {
      prices: fullPrices,
      idempotencyKey: "once",
      requestedModel: "alias",
      endUser: "ada",
      sessionId: "session-1",
    };
    const failure = { end: "timeout", errorKind: "upstream_timeout", upstreamStatus: 504 } as const;
    const row = settledRowOf("1", members, { rawUsage: { tokens: 5 }, ...failure });
    await store.record(row);
    await assertBalance(store, { limit: 1, spent: 4, reserved: 0 });
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "record: settles an open row as it says, and gives its reservation back"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    await store.record(settledRowOf("1"));
    await assertBalance(store, { spent: 4, reserved: 0 });
    assertEqual(await store.countOpen(), 0, "the open rows");
    assertEqual((await store.rows()).rows, [settledRowOf("1")], "the rows");
  },
  async "record: takes rows of every final state"({ store }) {
    const observed = { ...openRow(reservationOf("2")), observed: { output: 3 } };
    const rows = [
      releaseRow(openRow(reservationOf("1")), noon),
      recoverRow(observed, noon),
      recoverRow(openRow(reservationOf("3")), noon),
      settledRowOf("4"),
    ];
    await store.reserve(reservationOf("2"), minute);
    await store.reserve(reservationOf("3"), minute);
    for (const row of rows) await store.record(row);
    assertEqual((await store.rows()).rows, rows, "the rows");
    await assertBalance(store, { spent: 4, reserved: 0 });
  },
  async "record: leaves a final row as it is"({ store }) {
    await store.record(settledRowOf("1"));
    await store.record(settledRowOf("1", {}, { costNanoDollars: 9 }));
    await store.record(releaseRow(openRow(reservationOf("1")), noon));
    await assertBalance(store, { spent: 4, reserved: 0 });
    assertEqual((await store.rows()).rows, [settledRowOf("1")], "the rows");
  },
  async "record: records a row once, of many at once"(subject) {
    const [one, other] = await openBoth(subject);
    await one.reserve(reservationOf("open"), minute);
    const rows = [settledRowOf("open"), settledRowOf("absent")];
    const calls = rows.flatMap((row) => [one, other, one, other].map((store) => store.record(row)));
    await Promise.all(calls);
    await assertBalance(one, { spent: 8, reserved: 0 });
    assertEqual((await one.rows()).rows.length, 2, "the number of rows");
  },
  async "record: leaves nothing for a reservation that comes late"({ store }) {
    await store.record(settledRowOf("1"));
    await store.reserve(reservationOf("1"), minute);
    await assertBalance(store, { spent: 4, reserved: 0 });
    assertEqual(await store.countOpen(), 0, "the open rows");
  },
  async "record: takes every name"({ store }) {
    const rows = oddNames.map((name) => settledRowOf(name, { accountId: name, model: name }));
    for (const row of rows) await store.record(row);
    assertEqual((await store.rows()).rows, rows, "the rows");
  },
};
