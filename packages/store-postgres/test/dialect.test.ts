import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, startPglite, storeOn } from "./database.js";
import { driverNames } from "./drivers.js";
import { minute } from "./samples.js";

const server = await startPglite();
afterAll(() => server.close());

describe.each(driverNames)(`the SQL on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver, 2);
  const { ledger, keys, idempotency, migrate } = storeOn(database);
  beforeAll(migrate);
  afterAll(() => database.close());

  it("keeps the rows of attempts that end in every way", async () => {
    await ledger.credit({ id: "c", accountId: "account", nanoDollars: 45 });
    for (const id of ["1", "2", "3", "4"]) await ledger.reserve(reservationOf(id), minute);
    const refused = ledger.reserve(reservationOf("5"), minute);
    await expect(refused).rejects.toMatchObject({ kind: "budget_exhausted" });
    await ledger.settle(settlementOf("1"));
    await ledger.release("2", 5);
    await ledger.heartbeat([{ attemptId: "3", observed: { output: 2 } }], -1);
    expect(await ledger.recover()).toMatchObject([{ attemptId: "3", state: "recovered" }]);
    expect(await ledger.balance("account")).toEqual({ limit: 45, spent: 4, reserved: 10 });
    const { rows } = await ledger.rows();
    expect(rows.map(({ attemptId }) => attemptId)).toEqual(["1", "2", "3"]);
    expect(await ledger.usage({ from: 0, to: 9_000, groupBy: ["day"] })).toMatchObject([
      { day: "1970-01-01", attempts: 2, costNanoDollars: 4 },
    ]);
    expect(await ledger.countOpen()).toBe(1);
  });

  it("finds keys, and claims requests", async () => {
    const { secret, key } = await keys.issue({ accountId: "account" });
    const { signal } = new AbortController();
    expect(await keys.find({ secret, signal })).toMatchObject({ id: key.id });
    const claim = { scope: "s", key: "k", fingerprint: "f", lease: minute, retention: minute };
    const states = [await idempotency.claim(claim), await idempotency.claim(claim)];
    expect(states).toEqual([{ name: "new" }, { name: "running" }]);
  });
});
