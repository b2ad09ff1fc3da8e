import { tortureLedger } from "@diglot/testing/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findServer, openDatabase, storeOn } from "./database.js";
import { driverNames } from "./drivers.js";

/** Set it for a longer run: `TORTURE_REQUESTS=20000 npx vitest run --project store-postgres torture`. */
const requests = Number(process.env.TORTURE_REQUESTS ?? 300);
const seed = Number(process.env.TORTURE_SEED ?? 1);

const server = await findServer();
afterAll(() => server.close());

describe.each(driverNames)(`the ledger on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver);
  beforeAll(storeOn(database).migrate);
  afterAll(() => database.close());

  it("P01 L04 has every attempt that reached a model exactly once, whatever goes wrong", {
    timeout: 30_000 + requests * 100,
  }, async () => {
    const open = () => storeOn(database).ledger;
    // A reservation may take a quarter of a lease, and waits here for a disk.
    const result = await tortureLedger({ open, requests, seed, lease: 2_000 });
    if (process.env.TORTURE_REQUESTS) console.info(result);
    expect(result.problems).toEqual([]);
    expect(result).toMatchObject({ ok: true, requests, seed });
  });
});
