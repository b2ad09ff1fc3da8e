import { ServiceError } from "@diglot/core";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { pause } from "@diglot/test-support/wait";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findServer, openDatabase, storeOn } from "./database.js";
import { driverNames } from "./drivers.js";
import { minute } from "./samples.js";

const server = await findServer();
afterAll(() => server.close());

/** Outlives a lease of 1 ms. */
const outliveLease = () => pause(20);

describe.each(driverNames)(`the ledger on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver);
  const { ledger, migrate } = storeOn(database);
  beforeAll(migrate);
  afterAll(() => database.close());

  it("deducts the reservation, and returns at the settlement what was not spent", async () => {
    const accountId = "settle";
    await ledger.reserve(reservationOf("s1", { accountId }), minute);
    expect(await ledger.balance(accountId)).toEqual({ spent: 0, reserved: 10 });
    await ledger.settle(settlementOf("s1"));
    expect(await ledger.balance(accountId)).toEqual({ spent: 4, reserved: 0 });
    const { rows } = await ledger.rows({ accountId });
    expect(rows).toEqual([
      { ...reservationOf("s1", { accountId }), ...settlementOf("s1"), state: "settled" },
    ]);
  });

  it("gives everything back when an attempt never left", async () => {
    const accountId = "release";
    await ledger.reserve(reservationOf("r1", { accountId }), minute);
    await ledger.release("r1", 5);
    expect(await ledger.balance(accountId)).toEqual({ spent: 0, reserved: 0 });
    const { rows } = await ledger.rows({ accountId });
    expect(rows).toMatchObject([{ state: "released", end: "unsent", settledAt: 5 }]);
  });

  it("L04 ends each row once: repeated and late calls change nothing", async () => {
    const accountId = "repeat";
    await ledger.reserve(reservationOf("p1", { accountId }), minute);
    await ledger.reserve(reservationOf("p1", { accountId }), minute);
    await ledger.settle(settlementOf("p1"));
    await ledger.settle(settlementOf("p1", { costNanoDollars: 9 }));
    await ledger.release("p1", 5);
    await ledger.reserve(reservationOf("p1", { accountId }), minute);
    await ledger.settle(settlementOf("unknown"));
    expect(await ledger.balance(accountId)).toEqual({ spent: 4, reserved: 0 });
  });

  it("reserves once for an id that many calls bring at the same time", async () => {
    const accountId = "twins";
    const calls = Array.from({ length: 20 }, () =>
      ledger.reserve(reservationOf("t1", { accountId }), minute),
    );
    await Promise.all(calls);
    expect(await ledger.balance(accountId)).toEqual({ spent: 0, reserved: 10 });
  });

  it("refuses what the budget does not cover, and writes nothing for it", async () => {
    const accountId = "refuse";
    await ledger.credit({ id: `${driver} refuse`, accountId, nanoDollars: 25 });
    const open = await ledger.countOpen();
    await ledger.reserve(reservationOf("f1", { accountId }), minute);
    await ledger.reserve(reservationOf("f2", { accountId }), minute);
    const refused = ledger.reserve(reservationOf("f3", { accountId }), minute);
    await expect(refused).rejects.toSatisfy(ServiceError.is);
    await expect(refused).rejects.toMatchObject({ kind: "budget_exhausted" });
    await ledger.reserve(reservationOf("f1", { accountId }), minute);
    expect(await ledger.balance(accountId)).toEqual({ limit: 25, spent: 0, reserved: 20 });
    expect(await ledger.countOpen()).toBe(open + 2);
  });

  it("Q01 lets in exactly as many concurrent requests as the budget covers", async () => {
    const accountId = "burst";
    await ledger.credit({ id: `${driver} burst`, accountId, nanoDollars: 1_005 });
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, (_, index) =>
        ledger.reserve(reservationOf(`b${index}`, { accountId }), minute),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
    expect(await ledger.balance(accountId)).toEqual({ limit: 1_005, spent: 0, reserved: 1_000 });
  });

  it("P04 recovers each row whose lease has passed once, of several calls at once", async () => {
    const accountId = "recover";
    const ids = Array.from({ length: 40 }, (_, index) => `c${index}`);
    for (const id of ids) await ledger.reserve(reservationOf(id, { accountId }), 1);
    await ledger.reserve(reservationOf("alive", { accountId }), minute);
    await ledger.heartbeat([{ attemptId: "c1", observed: { input: 3, output: 7 } }], 1);
    await outliveLease();
    const found = await Promise.all(Array.from({ length: 4 }, () => ledger.recover()));
    const recovered = found.flat().filter((row) => row.accountId === accountId);
    expect(recovered.map(({ attemptId }) => attemptId).sort()).toEqual(ids.sort());
    expect(recovered.find(({ attemptId }) => attemptId === "c1")).toMatchObject({
      state: "recovered",
      usage: { input: 3, output: 7 },
    });
    expect(recovered.filter(({ state }) => state === "recovered")).toHaveLength(40);
    expect(await ledger.balance(accountId)).toEqual({ spent: 0, reserved: 10 });
  });

  it("does not recover a row that has sent a heartbeat, nor one that has ended", async () => {
    const accountId = "alive";
    for (const id of ["a1", "a2"]) await ledger.reserve(reservationOf(id, { accountId }), 1);
    await ledger.heartbeat([{ attemptId: "a1", observed: {} }], minute);
    await ledger.settle(settlementOf("a2"));
    await outliveLease();
    const recovered = await ledger.recover();
    expect(recovered.filter((row) => row.accountId === accountId)).toEqual([]);
    await ledger.heartbeat([{ attemptId: "a2", observed: { output: 99 } }], minute);
    expect(await ledger.balance(accountId)).toEqual({ spent: 4, reserved: 10 });
  });

  it("records a row that ended elsewhere, whether it was opened here or not, once", async () => {
    const accountId = "record";
    await ledger.credit({ id: `${driver} record`, accountId, nanoDollars: 1 });
    await ledger.reserve(reservationOf("o1", { accountId, reservedNanoDollars: 1 }), minute);
    const rows = ["o1", "o2"].map((id) => ({
      ...reservationOf(id, { accountId, reservedNanoDollars: 1 }),
      ...settlementOf(id),
      state: "recovered" as const,
    }));
    for (const row of [...rows, ...rows]) await ledger.record(row);
    expect(await ledger.balance(accountId)).toEqual({ limit: 1, spent: 8, reserved: 0 });
    expect((await ledger.rows({ accountId })).rows).toEqual(rows);
  });

  it("gives a credit once for each id, and takes back", async () => {
    const accountId = "credit";
    const credit = { id: `${driver} credit`, accountId, nanoDollars: 9, note: "it's" };
    await Promise.all(Array.from({ length: 10 }, () => ledger.credit(credit)));
    const taken = await ledger.credit({ ...credit, id: `${driver} back`, nanoDollars: -4 });
    expect(taken).toEqual({ limit: 5, spent: 0, reserved: 0 });
  });

  it("never makes two batches wait for each other", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `d${index}`);
    const reserve = (id: string) => ledger.reserve(reservationOf(id, { accountId: id }), minute);
    await Promise.all(ids.map(reserve));
    const heartbeat = (order: readonly string[]) =>
      ledger.heartbeat(
        order.map((attemptId) => ({ attemptId, observed: { output: 1 } })),
        1,
      );
    const orders = [ids, ids.toReversed(), ids.toSorted()];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => heartbeat(orders[index % 3] ?? ids)),
    );
    await outliveLease();
    const endings = ids.map((id) => ledger.settle(settlementOf(id)));
    const recovered = (await Promise.all([ledger.recover(), ledger.recover(), ...endings])).flat();
    const spent = await Promise.all(ids.map((id) => ledger.balance(id)));
    expect(recovered.length).toBeLessThanOrEqual(ids.length + endings.length);
    expect(spent.map(({ reserved }) => reserved)).toEqual(ids.map(() => 0));
  });

  it("refuses a credit beyond what it could count exactly, and gives nothing of it", async () => {
    const accountId = "huge";
    const nanoDollars = Number.MAX_SAFE_INTEGER;
    await ledger.credit({ id: `${driver} huge 1`, accountId, nanoDollars });
    const credit = { id: `${driver} huge 2`, accountId, nanoDollars: 1 };
    await expect(ledger.credit(credit)).rejects.toThrow("budget");
    expect(await ledger.balance(accountId)).toEqual({ limit: nanoDollars, spent: 0, reserved: 0 });
  });
});
