import { statSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { openRow, settleRow } from "@diglot/core";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { describe, expect, it, vi } from "vitest";
import { newPath } from "../test/support.js";
import { createSqliteStore } from "./create-store.js";
import { openDatabase } from "./open-database.js";
import { createSqliteOutbox } from "./outbox.js";
import { storeSchema } from "./schema.js";

describe("a file of a store", () => {
  it("may be read by its owner only, as may the files beside it", async () => {
    const path = newPath();
    const store = createSqliteStore({ path });
    await store.ledger.reserve(reservationOf("1"), 1_000);
    for (const end of ["", "-wal", "-shm"]) {
      expect(statSync(path + end).mode & 0o777).toBe(0o600);
    }
    store.close();
  });

  it("is read again as it was left", async () => {
    const path = newPath();
    const first = createSqliteStore({ path });
    await first.ledger.reserve(reservationOf("1"), 1_000);
    const { secret } = await first.keys.issue({ accountId: "account" });
    first.close();
    const second = createSqliteStore({ path });
    expect(await second.ledger.countOpen()).toBe(1);
    expect(await second.ledger.balance("account")).toMatchObject({ reserved: 10 });
    const { signal } = new AbortController();
    expect(await second.keys.find({ secret, signal })).toMatchObject({ accountId: "account" });
    second.close();
  });

  it("of the first version is upgraded, and keeps its rows", async () => {
    const path = newPath();
    const old = openDatabase({
      path,
      durability: "process",
      schema: { ...storeSchema, versions: storeSchema.versions.slice(0, 1) },
    });
    const { attemptId, accountId, keyId, model, openedAt, reservedNanoDollars, ...details } =
      reservationOf("old");
    old.prepare("INSERT INTO accounts (id, reserved) VALUES (?, ?)").run(accountId, 10);
    old
      .prepare(
        `INSERT INTO attempts (attempt_id, account_id, key_id, model, opened_at, reserved, details, state, lease_end)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
      )
      .run(
        ...[attemptId, accountId, keyId, model, openedAt, reservedNanoDollars],
        ...[JSON.stringify(details), Date.now() + 60_000],
      );
    old.close();

    const { ledger, close } = createSqliteStore({ path });
    expect(await ledger.budgets("account")).toEqual([]);
    await ledger.setBudget({ accountId: "account", period: "day", nanoDollars: 15 });
    await ledger.settle(settlementOf("old"));
    expect((await ledger.rows()).rows).toEqual([
      settleRow(openRow(reservationOf("old")), settlementOf("old")),
    ]);
    await ledger.reserve(reservationOf("new"), 60_000);
    expect(await ledger.budgets("account")).toMatchObject([{ spent: 0, reserved: 10 }]);
    expect(await ledger.balance("account")).toEqual({ spent: 4, reserved: 10 });
    close();
  });

  it("holds no secret", async () => {
    const path = newPath();
    const store = createSqliteStore({ path });
    const issued = await store.keys.issue({ accountId: "account" });
    const rotated = await store.keys.rotate(issued.key.id, 1_000);
    store.close();
    const bytes = await readFile(path, "latin1");
    expect(bytes).toContain(issued.key.id);
    expect(bytes).not.toContain(issued.secret.slice(-32));
    expect(bytes).not.toContain(rotated?.secret.slice(-32));
  });

  it("is refused if a newer package has written it, and is left as it is", async () => {
    const path = newPath();
    createSqliteStore({ path }).close();
    const newer = new DatabaseSync(path);
    newer.exec("PRAGMA user_version = 99");
    newer.close();
    expect(() => createSqliteStore({ path })).toThrow(/is of version 99, newer than this package/);
    const after = new DatabaseSync(path);
    expect(after.prepare("PRAGMA user_version").get()).toEqual({ user_version: 99 });
    after.close();
  });

  it("is refused if it is another program's, an outbox or no database", async () => {
    const foreign = newPath();
    const database = new DatabaseSync(foreign);
    database.exec("CREATE TABLE theirs (id)");
    database.close();
    const bytes = await readFile(foreign);
    expect(() => createSqliteStore({ path: foreign })).toThrow("is no store of Diglot");
    expect(await readFile(foreign)).toEqual(bytes);

    const outbox = newPath();
    createSqliteOutbox({ path: outbox }).close();
    expect(() => createSqliteStore({ path: outbox })).toThrow("is no store of Diglot");
    expect(() => createSqliteOutbox({ path: foreign })).toThrow("is no outbox of Diglot");

    const text = newPath();
    await writeFile(text, "not a database ".repeat(100));
    expect(() => createSqliteStore({ path: text })).toThrow(
      "is not a database of SQLite. Use another file.",
    );
    expect((await stat(text)).size).toBe(1_500);
  });

  it("is not made in a folder that is not there", () => {
    expect(() => createSqliteStore({ path: `${newPath()}/none/diglot.sqlite` })).toThrow("ENOENT");
  });

  it.each([
    ["process", 1],
    ["power", 2],
  ] as const)("is flushed as the durability %s says", (durability, synchronous) => {
    const path = newPath();
    const database = openDatabase({ path, durability, schema: storeSchema });
    expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous });
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    database.close();
  });

  it("rejects every call once it is closed, and may be closed again", async () => {
    const store = createSqliteStore({ path: newPath() });
    store.close();
    store.close();
    await expect(store.ledger.reserve(reservationOf("1"), 1_000)).rejects.toThrow();
    await expect(store.ledger.balance("account")).rejects.toThrow();
    await expect(store.keys.get("1")).rejects.toThrow();
    await expect(store.idempotency.forget("scope", "key")).rejects.toThrow();
  });

  it("L05 rejects what cannot be written while another holds it, within the wait for a reservation", async () => {
    const path = newPath();
    const exec = vi.spyOn(DatabaseSync.prototype, "exec");
    const { ledger, close } = createSqliteStore({ path });
    const statements = exec.mock.calls.flat().join("\n");
    exec.mockRestore();
    const [, wait] = /busy_timeout = (\d+)/.exec(statements) ?? [];
    expect(Number(wait)).toBeLessThan(2_000);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await expect(ledger.reserve(reservationOf("1"), 1_000)).rejects.toThrow("locked");
    expect(await ledger.countOpen()).toBe(0);
    other.exec("ROLLBACK");
    await ledger.reserve(reservationOf("1"), 1_000);
    expect(await ledger.countOpen()).toBe(1);
    other.close();
    close();
  });
});
