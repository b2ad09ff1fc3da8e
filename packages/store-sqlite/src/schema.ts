import type { Schema } from "./schema-version.js";

/**
 * The tables of a store. Money is in nano-dollars, times are in milliseconds since 1970 (REAL, since
 * a clock may return fractions), and what is neither looked up nor summed is JSON.
 */
const firstVersion = `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    -- All credits together; NULL: no limit.
    budget INTEGER,
    spent INTEGER NOT NULL DEFAULT 0,
    reserved INTEGER NOT NULL DEFAULT 0,
    rate_limits TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE credits (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    nano_dollars INTEGER NOT NULL,
    note TEXT,
    given_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE attempts (
    attempt_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    account_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    model TEXT NOT NULL,
    opened_at REAL NOT NULL,
    reserved INTEGER NOT NULL,
    details TEXT NOT NULL,
    -- Of open rows only.
    lease_end REAL,
    observed TEXT,
    -- Of final rows only; numbered in the order in which they became final.
    number INTEGER,
    settlement TEXT,
    cost INTEGER,
    input INTEGER,
    cache_read INTEGER,
    cache_write INTEGER,
    cache_write_long INTEGER,
    output INTEGER,
    reasoning INTEGER
  ) STRICT;
  -- Few rows are open, so they are searched for what has passed; no heartbeat changes the index.
  CREATE INDEX attempts_open ON attempts (state) WHERE state = 'open';
  CREATE UNIQUE INDEX attempts_final ON attempts (number) WHERE number IS NOT NULL;
  CREATE INDEX attempts_final_of_account ON attempts (account_id, number) WHERE number IS NOT NULL;
  CREATE INDEX attempts_by_time ON attempts (opened_at);
  CREATE INDEX attempts_of_account_by_time ON attempts (account_id, opened_at);

  -- The highest number of a deleted row, so that none comes twice if their owner deletes old ones.
  CREATE TABLE deleted_numbers (last INTEGER NOT NULL) STRICT;
  INSERT INTO deleted_numbers VALUES (0);
  CREATE TRIGGER attempts_deleted AFTER DELETE ON attempts WHEN old.number IS NOT NULL BEGIN
    UPDATE deleted_numbers SET last = max(last, old.number);
  END;

  CREATE TABLE cursors (name TEXT PRIMARY KEY, cursor TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE keys (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    name TEXT,
    -- NULL: all.
    models TEXT,
    rate_limits TEXT,
    prefix TEXT NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL,
    revoked_at REAL
  ) STRICT;
  CREATE INDEX keys_of_account ON keys (account_id, number);

  CREATE TABLE secrets (
    hash TEXT PRIMARY KEY,
    key_id TEXT NOT NULL REFERENCES keys (id),
    -- NULL: the newest of its key.
    valid_until REAL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX secrets_of_key ON secrets (key_id);

  CREATE TABLE idempotency_keys (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    outcome TEXT NOT NULL,
    lease_end REAL NOT NULL,
    expires_at REAL NOT NULL,
    status INTEGER,
    headers TEXT,
    body BLOB,
    PRIMARY KEY (scope, key)
  ) STRICT;
  CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
`;

/**
 * Budgets that renew, and those of keys. What was used of a budget is counted in its windows, one for
 * each period. Ids are never used again, so that what runs when a budget is removed cannot give
 * anything back to the one that comes after it.
 */
const budgets = `
  CREATE TABLE budgets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL,
    -- Empty: for all keys of the account.
    key_id TEXT NOT NULL,
    period TEXT NOT NULL,
    nano_dollars INTEGER NOT NULL,
    time_zone TEXT NOT NULL,
    UNIQUE (account_id, key_id, period)
  ) STRICT;

  CREATE TABLE budget_windows (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    budget_id INTEGER NOT NULL,
    -- In the time zone of the budget; empty for one that never renews.
    first_day TEXT NOT NULL,
    spent INTEGER NOT NULL DEFAULT 0,
    reserved INTEGER NOT NULL DEFAULT 0,
    UNIQUE (budget_id, first_day)
  ) STRICT;

  -- Whether the account or one of its keys has budgets, so that others need not look for them.
  ALTER TABLE accounts ADD COLUMN has_budgets INTEGER NOT NULL DEFAULT 0;
  -- The ids of the windows that an attempt was reserved in; NULL: none.
  ALTER TABLE attempts ADD COLUMN windows TEXT;
`;

/** Texts that accounts keep between their requests. */
const documents = `
  CREATE TABLE documents (
    account_id TEXT NOT NULL,
    id TEXT NOT NULL,
    -- UTF-8 in bytes: some runtimes cut texts at a zero. NULL: none, as Node 22 writes an empty list.
    body BLOB,
    expires_at REAL NOT NULL,
    PRIMARY KEY (account_id, id)
  ) STRICT;
  CREATE INDEX documents_by_expiry ON documents (expires_at);
`;

/** What is in the details of an attempt, as columns to sum by; nothing is written twice. */
const sessions = `
  ALTER TABLE attempts ADD COLUMN end_user TEXT
    GENERATED ALWAYS AS (json_extract(details, '$.endUser')) VIRTUAL;
  ALTER TABLE attempts ADD COLUMN session_id TEXT
    GENERATED ALWAYS AS (json_extract(details, '$.sessionId')) VIRTUAL;
`;

/** A store: keys, ledger, idempotency keys and documents. */
export const storeSchema: Schema = {
  name: "store",
  applicationId: 0x4469_5374,
  versions: [firstVersion, budgets, documents, sessions],
};

/** An outbox, in the order in which its rows were first put. */
export const outboxSchema: Schema = {
  name: "outbox",
  applicationId: 0x4469_4f62,
  versions: [
    `CREATE TABLE outbox (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      attempt_id TEXT NOT NULL UNIQUE,
      attempt TEXT NOT NULL
    ) STRICT;`,
  ],
};
