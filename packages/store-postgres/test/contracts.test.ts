import { itKeeps } from "@diglot/test-support/contracts";
import {
  type ContractCase,
  documentsContract,
  idempotencyContract,
  keyStoreContract,
  ledgerContract,
  ledgerRecordsContract,
} from "@diglot/testing/contracts";
import { afterAll, beforeAll, describe } from "vitest";
import type { PostgresStore } from "../src/index.js";
import { findServer, openDatabase, storeOn } from "./database.js";
import { createDatabaseClock } from "./database-clock.js";
import { driverNames } from "./drivers.js";

const server = await findServer();
afterAll(() => server.close());

/** All tables with rows of a case, those first that refer to others. */
const tables = [
  "secrets",
  "keys",
  "account_limits",
  "attempts",
  "budget_windows",
  "budgets",
  "accounts",
  "credits",
  "cursors",
  "idempotency",
  "documents",
];

describe.each(driverNames)(`the ports on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver);
  beforeAll(storeOn(database).migrate);
  afterAll(() => database.close());

  /** An empty store, and another handle on it. */
  function openSubject<Name extends "ledger" | "keys" | "idempotency" | "documents">(name: Name) {
    const open = (): PostgresStore[Name] => storeOn(database)[name];
    return { store: open(), another: open, close: removeRows };
  }

  /** A ledger on a clock that can be advanced by days. */
  function openLedger() {
    const clock = createDatabaseClock(database);
    return {
      ...openSubject("ledger"),
      clock,
      async close() {
        await clock.reset();
        await removeRows();
      },
    };
  }

  async function removeRows(): Promise<void> {
    const texts = tables.map((table) => `DELETE FROM "${database.schema}".${table}`);
    await database.query(texts.join(";"), []);
  }

  const contracts: Readonly<Record<string, readonly ContractCase[]>> = {
    ledger: ledgerContract(openLedger),
    records: ledgerRecordsContract(() => openSubject("ledger")),
    keys: keyStoreContract(() => openSubject("keys")),
    idempotency: idempotencyContract(() => openSubject("idempotency")),
    documents: documentsContract(() => openSubject("documents")),
  };
  describe.each(Object.entries(contracts))("%s", (_, cases) => {
    itKeeps(cases);
  });
});
