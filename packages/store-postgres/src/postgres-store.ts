import {
  type Check,
  checks,
  type DocumentStore,
  type IdempotencyStore,
  type KeyStore,
  type LedgerStore,
} from "@diglot/core";
import { createCall, createCallWithText } from "./call.js";
import { createDocuments } from "./documents.js";
import { explaining } from "./explain.js";
import { createIdempotency } from "./idempotency.js";
import { createKeys } from "./keys/keys.js";
import { createBudgets } from "./ledger/budgets.js";
import { createGroupCommit } from "./ledger/group-commit.js";
import { createLedger } from "./ledger/ledger.js";
import { createLedgerRecords } from "./ledger/records.js";
import { migrate } from "./migrate.js";
import type { Query } from "./query.js";
import { quoteSchema, schemaName } from "./schema-name.js";

/** Options of a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /** Runs one statement: `fromPg(pool)`, `fromPostgres(sql)`, or a function of your own. */
  readonly query: Query;
  /** The schema of the tables: lower-case letters, digits and underscores. @default "diglot" */
  readonly schema?: string | undefined;
}

const { checkOptions, isHidden, matching, members } = checks;

const validOptions: Check = members<PostgresStoreOptions>({
  query: {
    required: isHidden(
      "a function that runs statements, such as fromPg(pool) or fromPostgres(sql)",
      (query) => typeof query === "function",
    ),
  },
  schema: matching(
    "1 to 63 lower-case letters, digits and underscores, without a digit or pg_ at its beginning",
    schemaName,
  ),
});

/** What a service keeps in PostgreSQL; any number of instances may share it. */
export interface PostgresStore {
  readonly keys: KeyStore;
  readonly ledger: LedgerStore;
  readonly idempotency: IdempotencyStore;
  /** What accounts keep between their requests, such as earlier replies. */
  readonly documents: DocumentStore;
  /**
   * Brings the tables to the version of this package; call it before the service starts. Does
   * nothing if they are there already, and any number of instances may call it at once.
   * @throws the database's error, also if the tables belong to a newer version
   */
  migrate(): Promise<void>;
}

/**
 * A store in PostgreSQL 14 or newer. It keeps nothing but the calls that wait for their statement. It
 * opens no connection and sets no timer: the driver that is passed in does both. A failed statement
 * rejects with the driver's error; if the database cannot be reached or its tables are missing, that
 * is the cause of an error that says what to do.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  checkOptions("createPostgresStore", options, validOptions);
  const schema = quoteSchema(options.schema ?? "diglot");
  const query = explaining(options.query, schema);
  const callWithText = createCallWithText(query, schema);
  const call = createCall(callWithText);
  const write = createGroupCommit(callWithText);
  const check = async () => {
    await query("SELECT 1", []);
  };
  return {
    keys: { ...createKeys(call), check },
    ledger: {
      ...createLedger(call, write),
      ...createLedgerRecords(call),
      ...createBudgets(call),
      check,
    },
    idempotency: { ...createIdempotency(call), check },
    documents: { ...createDocuments(call), check },
    migrate: () => migrate(query, schema),
  };
}
