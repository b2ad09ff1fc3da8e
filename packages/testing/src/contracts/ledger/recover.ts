import type { FinalRow, LedgerStore, Usage } from "@diglot/core";
import { openRow, recoverRow } from "@diglot/core";
import { assertEqual, assertPresent, assertThat } from "../assert.js";
import { type ContractTests, clockOf, forEachNumber, openBoth, type Subject } from "../contract.js";
import { fullPrices, noon, oddNames, reservationOf, settlementOf } from "../samples.js";
import { assertBalance, briefLease, giveBudget, minute, passBriefLease } from "./steps.js";

/** A reservation whose observed usage has a price. */
const priced = reservationOf("1", {
  prices: fullPrices,
  reservedNanoDollars: 5_000_000,
  requestedModel: "alias",
  endUser: "ada",
  sessionId: "session-1",
});

/** What `heartbeat` and `recover` promise. */
export const recoverTests: ContractTests<Subject<LedgerStore>> = {
  async "recover: leaves rows whose lease has not passed"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    assertEqual(await store.recover(), [], "the recovered rows");
    await assertBalance(store, { spent: 0, reserved: 10 });
  },
  async "recover: bills the estimated input of a row that was only reserved"(subject) {
    const { store } = subject;
    await store.reserve(priced, briefLease);
    await passBriefLease(subject);
    const row = assertRecovered(await store.recover(), openRow(priced), subject);
    assertThat(row.costNanoDollars > 0, "The row costs nothing, though its attempt may have run.");
    await assertBalance(store, { spent: row.costNanoDollars, reserved: 0 });
    assertEqual((await store.rows()).rows, [row], "the final rows");
  },
  async "recover: bills nothing for a row that was released in time"(subject) {
    const { store } = subject;
    await store.reserve(priced, briefLease);
    await store.release("1", noon);
    await passBriefLease(subject);
    assertEqual(await store.recover(), [], "the recovered rows");
    await assertBalance(store, { spent: 0, reserved: 0 });
    assertEqual((await store.rows()).rows[0]?.state, "released", "the state");
  },
  async "recover: bills what was last observed"(subject) {
    const { store } = subject;
    const observed: Usage = { input: 30, cacheRead: 7, output: 20 };
    await store.reserve(priced, minute);
    await store.heartbeat([{ attemptId: "1", observed: { output: 1 } }], minute);
    await store.heartbeat([{ attemptId: "1", observed }], briefLease);
    await passBriefLease(subject);
    const row = assertRecovered(await store.recover(), { ...openRow(priced), observed }, subject);
    await assertBalance(store, { spent: row.costNanoDollars, reserved: 0 });
    assertEqual((await store.rows()).rows, [row], "the final rows");
  },
  async "recover: estimates the input of a row of which nothing was observed"(subject) {
    const { store } = subject;
    await store.reserve(priced, minute);
    await store.heartbeat([{ attemptId: "1", observed: {} }], briefLease);
    await passBriefLease(subject);
    const row = assertRecovered(await store.recover(), openRow(priced), subject);
    await assertBalance(store, { spent: row.costNanoDollars, reserved: 0 });
  },
  async "recover: never bills an estimate above the reservation"(subject) {
    const { store } = subject;
    await giveBudget(store, 10);
    const reservation = reservationOf("1", { prices: fullPrices });
    await store.reserve(reservation, minute);
    await store.heartbeat([{ attemptId: "1", observed: { output: 1_000_000 } }], briefLease);
    await passBriefLease(subject);
    await store.recover();
    await assertBalance(store, { limit: 10, spent: 10, reserved: 0 });
  },
  async "recover: ends a row once, and what comes later changes nothing"(subject) {
    const { store } = subject;
    await store.reserve(reservationOf("1"), briefLease);
    await passBriefLease(subject);
    assertEqual((await store.recover()).length, 1, "the rows of the first call");
    assertEqual(await store.recover(), [], "the rows of the second call");
    await store.heartbeat([{ attemptId: "1", observed: { output: 3 } }], minute);
    await store.settle(settlementOf("1"));
    await store.release("1", noon);
    await store.reserve(reservationOf("1"), minute);
    assertEqual((await store.rows()).rows[0]?.state, "recovered", "the state");
    await assertBalance(store, { spent: 0, reserved: 0 });
  },
  async "recover: leaves what was settled or released in time"(subject) {
    const { store } = subject;
    for (const id of ["1", "2", "3"]) await store.reserve(reservationOf(id), briefLease);
    await store.settle(settlementOf("1"));
    await store.release("2", noon);
    await passBriefLease(subject);
    const recovered = (await store.recover()).map(({ attemptId }) => attemptId);
    assertEqual(recovered, ["3"], "the recovered rows");
    await assertBalance(store, { spent: 4, reserved: 0 });
  },
  async "recover: settles a row whose lease has passed, as long as nobody recovered it"(subject) {
    const { store } = subject;
    await store.reserve(reservationOf("1"), briefLease);
    await passBriefLease(subject);
    await store.settle(settlementOf("1"));
    assertEqual(await store.recover(), [], "the recovered rows");
    await assertBalance(store, { spent: 4, reserved: 0 });
  },
  async "recover: ends each row once, of several calls at once"(subject) {
    const [one, other] = await openBoth(subject);
    await forEachNumber(30, 5, (index) => one.reserve(reservationOf(`${index}`), briefLease));
    await passBriefLease(subject);
    const found = await Promise.all([one, other, one, other, one].map((store) => store.recover()));
    const ids = found.flat().map(({ attemptId }) => attemptId);
    assertEqual(ids.length, 30, "the recovered rows of all calls");
    assertEqual(new Set(ids).size, 30, "the different ones of them");
    await assertBalance(one, { spent: 0, reserved: 0 });
    assertEqual((await one.rows()).rows.length, 30, "the final rows");
  },
  async "recover: ends at most 1,000 rows in one call, and the others in the next"(subject) {
    const { store } = subject;
    await forEachNumber(1_003, 20, (index) => store.reserve(reservationOf(`${index}`), briefLease));
    await passBriefLease(subject);
    const first = await store.recover();
    assertThat(first.length <= 1_000, `One call ended ${first.length} rows.`);
    let count = first.length;
    for (let round = 0; round < 10 && count < 1_003; round++) {
      count += (await store.recover()).length;
    }
    assertEqual(count, 1_003, "the rows of all calls");
    await assertBalance(store, { spent: 0, reserved: 0 });
  },
  async "heartbeat: notes counts of units"(subject) {
    const { store } = subject;
    const units = { seconds: 0.5 };
    await store.reserve(reservationOf("1"), minute);
    await store.heartbeat([{ attemptId: "1", observed: { input: 1, units } }], briefLease);
    await passBriefLease(subject);
    const [row] = await store.recover();
    assertEqual(row?.usage.units, units, "the units");
  },
  async "heartbeat: renews the lease"(subject) {
    const { store } = subject;
    await store.reserve(reservationOf("1"), briefLease);
    await store.reserve(reservationOf("2"), briefLease);
    await store.heartbeat([{ attemptId: "1", observed: {} }], minute);
    await passBriefLease(subject);
    const recovered = (await store.recover()).map(({ attemptId }) => attemptId);
    assertEqual(recovered, ["2"], "the recovered rows");
  },
  async "heartbeat: lets a lease end earlier, too"(subject) {
    const { store } = subject;
    await store.reserve(reservationOf("1"), minute);
    await store.heartbeat([{ attemptId: "1", observed: {} }], briefLease);
    await passBriefLease(subject);
    assertEqual((await store.recover()).length, 1, "the number of recovered rows");
  },
  async "heartbeat: notes many rows in one call, each its own usage"(subject) {
    const { store } = subject;
    for (const name of oddNames) await store.reserve(reservationOf(name), minute);
    const heartbeats = oddNames.map((attemptId, index) => ({
      attemptId,
      observed: { output: index },
    }));
    await store.heartbeat(heartbeats, briefLease);
    await passBriefLease(subject);
    const recovered = new Map((await store.recover()).map((row) => [row.attemptId, row] as const));
    assertEqual(recovered.size, oddNames.length, "the number of recovered rows");
    for (const [index, name] of oddNames.entries()) {
      assertEqual(recovered.get(name)?.state, "recovered", `the state of ${name}`);
      assertEqual(recovered.get(name)?.usage.output, index, `the output of ${name}`);
    }
  },
  async "heartbeat: takes the later of two signs of one row"(subject) {
    const { store } = subject;
    await store.reserve(priced, minute);
    const observed: Usage = { input: 30, output: 20 };
    await store.heartbeat(
      [
        { attemptId: "1", observed: { input: 30, output: 1 } },
        { attemptId: "1", observed },
      ],
      briefLease,
    );
    await passBriefLease(subject);
    assertRecovered(await store.recover(), { ...openRow(priced), observed }, subject);
  },
  async "heartbeat: leaves rows alone that are not open or not there"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1"));
    const [row] = (await store.rows()).rows;
    await store.heartbeat([], minute);
    await store.heartbeat(
      [
        { attemptId: "1", observed: { output: 99 } },
        { attemptId: "nobody", observed: { output: 99 } },
      ],
      minute,
    );
    assertEqual((await store.rows()).rows, [row], "the rows");
    assertEqual(await store.countOpen(), 0, "the open rows");
    await assertBalance(store, { spent: 4, reserved: 0 });
  },
};

/** The one row of a recovery, which is as `recoverRow` makes it, at about this time. */
function assertRecovered(
  rows: readonly FinalRow[],
  open: Parameters<typeof recoverRow>[0],
  subject: Pick<Subject<unknown>, "clock">,
): FinalRow {
  const row = assertPresent(rows[0], "the recovered row");
  assertEqual(rows, [recoverRow(open, row.settledAt)], "the recovered rows");
  const age = Math.abs(clockOf(subject).now() - row.settledAt);
  assertThat(age < minute, `The row was settled ${age} ms from now.`);
  return row;
}
