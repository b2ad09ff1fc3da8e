import type { DatabaseSync } from "node:sqlite";
import type { Clock, IdempotencyState, IdempotencyStore, StoredAnswer } from "@diglot/core";
import { type Columns, toBytes, toJsonValue, toNumber, toText } from "./columns.js";
import { createTransact } from "./transact.js";

/** Expired keys that one claim deletes at most: more than it adds, and few enough to be no burden. */
const sweptAtOnce = 10;

/** Idempotency keys in a database that has the tables. */
export function createIdempotency(
  database: DatabaseSync,
  clock: Pick<Clock, "now">,
): IdempotencyStore {
  const transact = createTransact(database);
  const statements = prepareStatements(database);
  return {
    async claim({ scope, key, fingerprint, lease, retention }) {
      return transact(() => {
        const now = clock.now();
        statements.sweep.run(now, sweptAtOnce);
        const entry = statements.find.get(scope, key, now);
        if (entry) return stateOf(entry, fingerprint, now);
        statements.take.run(scope, key, fingerprint, now + lease, now + retention);
        return { name: "new" };
      });
    },
    async keep(scope, key, answer) {
      if (answer) {
        const { status, headers, body } = answer;
        statements.answer.run(status, JSON.stringify(headers), body, scope, key);
      } else statements.lose.run(scope, key);
    },
    async forget(scope, key) {
      statements.forget.run(scope, key);
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  const running = "WHERE scope = ? AND key = ? AND outcome = 'running'";
  return {
    sweep: database.prepare(
      `DELETE FROM idempotency_keys WHERE rowid IN (
         SELECT rowid FROM idempotency_keys WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    ),
    find: database.prepare(
      "SELECT * FROM idempotency_keys WHERE scope = ? AND key = ? AND expires_at > ?",
    ),
    take: database.prepare(
      `REPLACE INTO idempotency_keys (scope, key, fingerprint, outcome, lease_end, expires_at)
       VALUES (?, ?, ?, 'running', ?, ?)`,
    ),
    answer: database.prepare(
      `UPDATE idempotency_keys SET outcome = 'answered', status = ?, headers = ?, body = ? ${running}`,
    ),
    lose: database.prepare(`UPDATE idempotency_keys SET outcome = 'lost' ${running}`),
    forget: database.prepare(`DELETE FROM idempotency_keys ${running}`),
  };
}

function stateOf(entry: Columns, fingerprint: string, now: number): IdempotencyState {
  if (toText(entry, "fingerprint") !== fingerprint) return { name: "mismatch" };
  const outcome = toText(entry, "outcome");
  if (outcome === "answered") return { name: "answered", answer: toAnswer(entry) };
  if (outcome === "lost" || toNumber(entry, "lease_end") <= now) return { name: "lost" };
  return { name: "running" };
}

function toAnswer(entry: Columns): StoredAnswer {
  return {
    status: toNumber(entry, "status"),
    headers: toJsonValue<StoredAnswer["headers"]>(entry, "headers"),
    body: toBytes(entry, "body"),
  };
}
