import { setTimeout } from "node:timers/promises";
import { openRow, settleRow } from "@diglot/core";
import { needsPostgres } from "@diglot/test-support/parts/postgres";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { Client, Pool } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { createPostgresStore, fromPg } from "../src/index.js";
import { fromOpenRow } from "../src/ledger/row-columns.js";
import { migrationSql } from "../src/migrate.js";
import { migrations } from "../src/migrations/index.js";
import { findServer, openDatabase, storeOn, type TestDatabase } from "./database.js";
import { driverNames } from "./drivers.js";

const server = await findServer();
afterAll(() => server.close());

describe.each(driverNames)(`migrations on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver);
  const table = `"${database.schema}".migrations`;
  afterAll(() => database.close());

  it("are applied once, by any number of instances that start at the same time", async () => {
    const stores = Array.from({ length: 8 }, () => storeOn(database));
    await Promise.all(stores.map(({ migrate }) => migrate()));
    const applied = await database.query(
      `SELECT version::text FROM ${table} AS one ORDER BY one.version`,
      [],
    );
    expect([...applied]).toEqual(migrations.map(({ version }) => ({ version: `${version}` })));
  });

  it("leave rows as they are when they are asked for again", async () => {
    const { ledger, migrate } = storeOn(database);
    const balance = await ledger.credit({ id: "c", accountId: "a", nanoDollars: 5 });
    await migrate();
    expect(await ledger.balance("a")).toEqual(balance);
  });

  it("are applied all or not at all", async () => {
    const version = migrations.length + 1;
    const sql = (schema: string) => `CREATE TABLE ${schema}.half (); SELECT 1 / 0;`;
    const text = migrationSql(`"${database.schema}"`, [...migrations, { version, sql }]);
    await expect(database.query(text, [])).rejects.toThrow();
    const half = `SELECT to_regclass('"${database.schema}".half')::text AS half`;
    expect([...(await database.query(half, []))]).toEqual([{ half: null }]);
  });

  it("refuse tables of a newer version", async () => {
    await database.query(`INSERT INTO ${table} (version) VALUES (99)`, []);
    await expect(storeOn(database).migrate()).rejects.toThrow("have version 99");
    await database.query(`DELETE FROM ${table} WHERE version = 99`, []);
  });
});

describe(`tables of earlier versions on ${server.name}`, () => {
  const database = openDatabase(server, "pg");
  const { schema } = database;
  afterAll(() => database.close());

  it("are brought up to date, and their rows say nothing of failures", async () => {
    const { ledger, migrate } = storeOn(database);
    await database.query(migrationSql(`"${schema}"`, migrations.slice(0, 4)), []);
    await ledger.reserve(reservationOf("settled"), 60_000);
    await ledger.settle(settlementOf("settled"));
    await ledger.reserve(reservationOf("open"), 60_000);
    await migrate();
    await ledger.settle(settlementOf("open"));
    expect((await ledger.rows()).rows).toEqual(
      ["settled", "open"].map((id) => settleRow(openRow(reservationOf(id)), settlementOf(id))),
    );
    expect(await ledger.balance("account")).toEqual({ spent: 8, reserved: 0 });
  });
});

describe(`tables that are in use on ${server.name}`, needsPostgres, () => {
  const database = openDatabase(server, "pg");
  const schema = `"${database.schema}"`;
  const caller = new Client({ connectionString: server.url });
  afterAll(async () => {
    await caller.end();
    await database.close();
  });

  it("are brought up to date between two calls, none of which fails", async () => {
    await database.query(migrationSql(schema, migrations.slice(0, 4)), []);
    await caller.connect();
    // A call that has locked its account and has not yet come to its attempt.
    await caller.query("BEGIN");
    await caller.query(`SELECT ${schema}.lock_account('account')`);
    const { ledger, migrate } = storeOn(database);
    const migrated = migrate();
    await untilLocked(database);
    const input = JSON.stringify({ row: fromOpenRow(openRow(reservationOf("1"))), lease: 1_000 });
    await caller.query(`SELECT ${schema}.reserve($1::text::jsonb)`, [input]);
    await caller.query("COMMIT");
    await migrated;
    expect(await ledger.balance("account")).toEqual({ spent: 0, reserved: 10 });
  });
});

/** Waits until a statement waits for one of the tables. */
async function untilLocked({ query, schema }: TestDatabase): Promise<void> {
  const text = `SELECT relation::regclass::text AS name FROM pg_locks
    WHERE NOT granted AND relation IN
      (SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace('"${schema}"'))`;
  while ((await query(text, [])).length === 0) await setTimeout(5);
}

describe(`tables without budgets on ${server.name}`, () => {
  const database = openDatabase(server, "pg");
  const { schema } = database;
  afterAll(() => database.close());

  it("get them, and go on to take what earlier versions send", async () => {
    const { ledger, migrate } = storeOn(database);
    await database.query(migrationSql(`"${schema}"`, migrations.slice(0, 6)), []);
    await ledger.reserve(reservationOf("open"), 60_000);
    await migrate();
    expect(await ledger.budgets("account")).toEqual([]);
    await ledger.setBudget({ accountId: "account", period: "month", nanoDollars: 15 });
    await ledger.settle(settlementOf("open"));
    await ledger.reserve(reservationOf("1"), 60_000);
    const used = { spent: 0, reserved: 10, nanoDollars: 15 };
    expect(await ledger.budgets("account")).toMatchObject([used]);

    // An instance of an earlier version asks for no reasons, and knows only one refusal.
    const row = fromOpenRow(openRow(reservationOf("2")));
    const text = `SELECT "${schema}".reserve($1::text::jsonb)::text AS result`;
    const answers = await database.query(text, [JSON.stringify({ row, lease: 60_000 })]);
    expect([...answers]).toEqual([{ result: "false" }]);
    expect(await ledger.budgets("account")).toMatchObject([used]);
    expect(await ledger.balance("account")).toEqual({ spent: 4, reserved: 10 });
  });
});

describe(`createPostgresStore on ${server.name}`, () => {
  it("refuses a schema whose name cannot be", () => {
    const query = async () => [];
    expect(() => createPostgresStore({ query, schema: 'a"b' })).toThrow(TypeError);
  });

  // PGlite takes no settings from a connection.
  it("refuses another isolation level", needsPostgres, async () => {
    const options = "-c default_transaction_isolation=serializable";
    const pool = new Pool({ connectionString: server.url, options, max: 1 });
    const store = createPostgresStore({ query: fromPg(pool), schema: "diglot_never_made" });
    await expect(store.migrate().finally(() => pool.end())).rejects.toThrow("read committed");
  });
});
