import { createFakeClock } from "@diglot/test-support/clock";
import { itKeeps } from "@diglot/test-support/contracts";
import {
  type ContractCase,
  documentsContract,
  idempotencyContract,
  keyStoreContract,
  ledgerContract,
  ledgerRecordsContract,
  outboxContract,
} from "@diglot/testing/contracts";
import { describe } from "vitest";
import { createSqliteOutbox, createSqliteStore, type SqliteStore } from "../src/index.js";
import { newPath } from "./support.js";

/** A fresh file for each case, with another handle for the cases of several processes. */
function openFresh<Port extends "keys" | "ledger" | "idempotency" | "documents">(port: Port) {
  const path = newPath();
  const clock = createFakeClock(Date.UTC(2026, 10, 21));
  const opened: SqliteStore[] = [];

  function open(): SqliteStore[Port] {
    const store = createSqliteStore({ path, clock });
    opened.push(store);
    return store[port];
  }

  return {
    store: open(),
    another: open,
    clock,
    close() {
      for (const { close } of opened) close();
    },
  };
}

function openOutbox() {
  const path = newPath("outbox.sqlite");
  let outbox = createSqliteOutbox({ path });
  return {
    store: outbox,
    reopen() {
      outbox.close();
      outbox = createSqliteOutbox({ path });
      return outbox;
    },
    close: () => outbox.close(),
  };
}

const contracts: Readonly<Record<string, readonly ContractCase[]>> = {
  "the ledger": ledgerContract(() => openFresh("ledger")),
  "the ledger records": ledgerRecordsContract(() => openFresh("ledger")),
  "the keys": keyStoreContract(() => openFresh("keys")),
  "the idempotency keys": idempotencyContract(() => openFresh("idempotency")),
  "the documents": documentsContract(() => openFresh("documents")),
  "the outbox": outboxContract(openOutbox),
};

describe.each(Object.entries(contracts))("%s of a file", (_port, cases) => {
  itKeeps(cases);
});
