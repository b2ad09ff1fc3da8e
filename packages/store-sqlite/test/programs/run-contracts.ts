import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  documentsContract,
  idempotencyContract,
  keyStoreContract,
  ledgerContract,
  outboxContract,
} from "@diglot/testing/contracts";
import { createSqliteOutbox, createSqliteStore } from "../../src/index.js";

// Runs the contracts of all ports on the runtime that runs this, and prints how many cases there are.
const folder = mkdtempSync(join(tmpdir(), "store-sqlite-"));
let files = 0;

function newPath(): string {
  files += 1;
  return join(folder, `${files}.sqlite`);
}

function open<Port extends "keys" | "ledger" | "idempotency" | "documents">(port: Port) {
  const { [port]: store, close } = createSqliteStore({ path: newPath() });
  return { store, close };
}

function openOutbox() {
  const store = createSqliteOutbox({ path: newPath(), durability: "process" });
  return { store, close: store.close };
}

const cases = [
  ...ledgerContract(() => open("ledger")),
  ...keyStoreContract(() => open("keys")),
  ...idempotencyContract(() => open("idempotency")),
  ...documentsContract(() => open("documents")),
  ...outboxContract(openOutbox),
];
try {
  for (const { name, run } of cases) {
    await run().catch((cause: unknown) => {
      throw new Error(name, { cause });
    });
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${cases.length} cases`);
