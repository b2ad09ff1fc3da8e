import type { DatabaseSync } from "node:sqlite";
import {
  type Check,
  type Clock,
  checks,
  type DocumentStore,
  type IdempotencyStore,
  type KeyStore,
  type LedgerStore,
} from "@diglot/core";
import { createAccounts } from "./accounts.js";
import { createAttempts } from "./attempts.js";
import { createBudgets } from "./budgets.js";
import { createDocuments } from "./documents.js";
import { createGroupCommit } from "./group-commit.js";
import { createIdempotency } from "./idempotency.js";
import { createKeys } from "./keys.js";
import { createLedger } from "./ledger.js";
import { type Durability, openDatabase, toClose, validDurability } from "./open-database.js";
import { createLedgerRecords } from "./records.js";
import { storeSchema } from "./schema.js";

/** Options of a store. */
export interface SqliteStoreOptions {
  /**
   * The file. It is made if it is missing; its folder must exist. `:memory:` is a store for tests that ends with
   * `close`.
   */
  readonly path: string;
  /**
   * `process`: a committed write survives the end of the process, `kill -9` included. `power`: it also survives a
   * power cut or a crash of the operating system, for one flush of the disk for all writes of a turn of the event
   * loop, during which the process waits. @default "process"
   */
  readonly durability?: Durability | undefined;
  /**
   * Wall time, in milliseconds since 1970, by which leases pass, keys expire and budgets renew. All processes on
   * one file need the same. @default the clock of the machine
   */
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** The ports of a service that one file fills. */
export interface SqliteStore {
  readonly keys: KeyStore;
  readonly ledger: LedgerStore;
  readonly idempotency: IdempotencyStore;
  /** What accounts keep between their requests, such as earlier replies. */
  readonly documents: DocumentStore;
  /** Closes the file; earlier calls are committed, and every later one but this rejects. */
  close(): void;
}

/**
 * Opens a store in a file, or makes it; its folder must be there. A new file may be read and written
 * by its owner only. Several processes of one machine may have the same file open. What a function
 * has resolved for is committed.
 * @throws TypeError for invalid options; the message says how to fix them
 * @throws Error if the runtime has no `node:sqlite`, or if the file cannot be opened, is no store or
 * is of a newer version
 */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  checkOptions("createSqliteStore", options, validOptions);
  const { path, durability = "process", clock = machineClock } = options;
  const database = openDatabase({ path, durability, schema: storeSchema });
  const tables = {
    attempts: createAttempts(database),
    accounts: createAccounts(database),
    budgets: createBudgets(database),
  };
  const commit = createGroupCommit(database);
  const close = toClose(database);
  const check = createCheck(database);
  return {
    keys: { ...createKeys(database, clock), check },
    ledger: {
      ...createLedger(commit, tables, clock),
      ...createLedgerRecords(database, commit, tables, clock),
      check,
    },
    idempotency: { ...createIdempotency(database, clock), check },
    documents: { ...createDocuments(database, clock), check },
    close() {
      commit.flush();
      close();
    },
  };
}

/** Reads the file's first page: a statement that reads no table would not touch the file. */
function createCheck(database: DatabaseSync): () => Promise<void> {
  const read = database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1");
  return async () => {
    read.get();
  };
}

const { checkOptions, members, name, port } = checks;

const validOptions: Check = members<SqliteStoreOptions>({
  path: { required: name },
  durability: validDurability,
  clock: port<Pick<Clock, "now">>("a clock with now()", "now"),
});

const machineClock: Pick<Clock, "now"> = { now: () => Date.now() };
