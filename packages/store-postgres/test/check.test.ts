import { createService, healthEndpoints } from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { afterAll, describe, expect, it } from "vitest";
import { createPostgresStore, type Query } from "../src/index.js";
import { findServer, openDatabase, storeOn } from "./database.js";
import { driverNames, drivers } from "./drivers.js";

const server = await findServer();
afterAll(() => server.close());

function serviceOn(store: ReturnType<typeof createPostgresStore>) {
  const { keys, ledger, idempotency } = store;
  const models = [modelOf(["Hello"])];
  return createService({ models, keys, ledger, idempotency, endpoints: healthEndpoints() });
}

describe.each(driverNames)(`a service on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver);
  afterAll(() => database.close());

  it("is ready while the database answers, with one statement for each port", async () => {
    const statements: string[] = [];
    const query: Query = (text, values) => {
      statements.push(text);
      return database.query(text, values);
    };
    const service = serviceOn(createPostgresStore({ query }));
    expect((await service.request("/readyz")).status).toBe(200);
    expect(statements).toEqual(["SELECT 1", "SELECT 1", "SELECT 1"]);
    await service.close();
  });

  it("is not ready where no database answers, and does not say where that is", async () => {
    const { query, close } = drivers[driver]("postgres://postgres:secret@127.0.0.1:1/test", 1);
    const service = serviceOn(createPostgresStore({ query }));
    const response = await service.request("/readyz");
    expect(response.status).toBe(503);
    const failed = ["ledger", "keys", "idempotency"];
    expect(await response.json()).toEqual({ status: "unavailable", failed });
    expect((await service.request("/healthz")).status).toBe(200);
    await Promise.all([service.close(), close()]);
  });

  it("passes the checks of its ports, before the tables are there too", async () => {
    const { keys, ledger, idempotency } = storeOn(database);
    for (const port of [keys, ledger, idempotency]) {
      await expect(port.check?.()).resolves.toBeUndefined();
    }
  });
});
