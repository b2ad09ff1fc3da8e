import { createService, type ReporterEvent } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import { createPostgresStore, fromPg } from "@diglot/store-postgres";
import { createSqliteStore } from "@diglot/store-sqlite";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { wrongAccountOptions } from "./wrong-account-options.js";
import type { WrongCall } from "./wrong-call.js";
import { wrongModelOptions } from "./wrong-model-options.js";
import { textFile, wrongPackageOptions } from "./wrong-package-options.js";
import { wrongServiceOptions } from "./wrong-service-options.js";
import { wrongTestingOptions } from "./wrong-testing-options.js";

const tables: readonly (readonly [title: string, calls: readonly WrongCall[]])[] = [
  ["services", wrongServiceOptions],
  ["models, upstreams and wrappers", wrongModelOptions],
  ["keys, ledgers, endpoints and translations", wrongAccountOptions],
  ["adapters, limits, stores and embedded models", wrongPackageOptions],
  ["fakes, tapes, faults and runs of tests", wrongTestingOptions],
];

const all = tables.flatMap(([, calls]) => calls);

describe.each(tables)("wrong options of %s", (_title, calls) => {
  it.each(calls.map(([call, message]) => ({ call, message })))(
    "are refused: $message",
    async ({ call, message }) => {
      // A call may also reject: what matters is that nothing runs.
      const error = await Promise.resolve()
        .then(call)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      expect((error as TypeError).message).toBe(message);
    },
  );
});

describe("the messages of wrong options", () => {
  it("are each of their own call", () => {
    expect(all.length).toBeGreaterThanOrEqual(150);
  });

  it("never show a secret", () => {
    expect(all.filter(([, message]) => /sk-|secret-0/.test(message))).toEqual([]);
  });
});

describe("what only shows when it is used", () => {
  it("a file of another kind is named, with the option and the cure", () => {
    const path = textFile();
    expect(() => createSqliteStore({ path })).toThrow(
      `"path" must be a new file or a store of Diglot; ${path} is not a database of SQLite. Use another file.`,
    );
  });

  it("a folder that is not there is named", () => {
    expect(() => createSqliteStore({ path: "/no/such/folder/diglot.sqlite" })).toThrow(
      '"path" must be a file that can be written, in a folder that exists; /no/such/folder/diglot.sqlite cannot be opened (ENOENT).',
    );
  });

  it("a PostgreSQL that cannot be reached says which option leads to it", async () => {
    const pool = new pg.Pool({ host: "127.0.0.1", port: 1 });
    const store = createPostgresStore({ query: fromPg(pool) });
    const reached =
      "PostgreSQL cannot be reached (ECONNREFUSED); check the address that its driver is given, and whether it runs.";
    await expect(store.migrate()).rejects.toThrow(reached);
    await expect(store.ledger.balance("a")).rejects.toThrow(reached);
    await pool.end();
  });

  it.each([
    ["3D000", 'database "x" does not exist', "Create the database, or correct its name."],
    ["28000", 'role "nobody" does not exist', "Correct the user, or create the role;"],
    ["28P01", 'password authentication failed for user "x"', "Correct the password of the user."],
    ["42501", "permission denied for schema public", "Grant the role what it lacks"],
  ])("a refusal of PostgreSQL (%s) is passed on with what to do", async (code, message, cure) => {
    const query = () => Promise.reject(Object.assign(new Error(message), { code }));
    const store = createPostgresStore({ query });
    await expect(store.ledger.balance("a")).rejects.toThrow(
      `PostgreSQL refuses: ${message}. ${cure}`,
    );
  });

  it.each(["42P01", "42883", "3F000"])(
    "a database without tables (%s) asks for migrate()",
    async (code) => {
      const query = () => Promise.reject(Object.assign(new Error("does not exist"), { code }));
      const { ledger } = createPostgresStore({ query });
      await expect(ledger.balance("a")).rejects.toThrow(
        "call store.migrate() before the service starts",
      );
    },
  );

  it.each([
    [
      { id: "key-1", models: "all" },
      '"record.accountId" must be a string that is not empty, not undefined.',
    ],
    [
      { id: "key-1", accountId: "acme" },
      '"record.models" must be "all" or a list of model ids, not undefined.',
    ],
    ["key-1", '"record" must be a record of a key, or undefined, not a string.'],
  ])("half a record of a key is reported with what it lacks: %j", async (record, message) => {
    const events: ReporterEvent[] = [];
    const keys = { find: async () => record as never };
    const service = createService({
      models: [createEcho()],
      keys,
      reporter: (event) => void events.push(event),
    });
    const headers = { authorization: "Bearer sk-0123456789" };
    expect((await service.request("/v1/models", { headers })).status).toBe(503);
    expect(events.at(-1)).toMatchObject({
      type: "request_ended",
      failure: { fault: "store", error: { cause: { message: `keys.find: ${message}` } } },
    });
  });
});
