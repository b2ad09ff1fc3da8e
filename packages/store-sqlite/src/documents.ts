import type { DatabaseSync } from "node:sqlite";
import type { Clock, DocumentStore } from "@diglot/core";
import { toBytes, toOptional } from "./columns.js";
import { createTransact } from "./transact.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Expired documents that one write deletes at most, beside as many as it adds. */
const sweptAtOnce = 10;

/** Documents of accounts in a database that has the tables. */
export function createDocuments(database: DatabaseSync, clock: Pick<Clock, "now">): DocumentStore {
  const transact = createTransact(database);
  const statements = prepareStatements(database);
  return {
    async write(accountId, documents, retention) {
      transact(() => {
        const now = clock.now();
        statements.sweep.run(now, sweptAtOnce + documents.length);
        for (const { id, text } of documents) {
          statements.write.run(accountId, id, encoder.encode(text), now + retention);
        }
      });
    },
    async read(accountId, ids) {
      const found = new Map<string, string>();
      for (const id of ids) {
        const row = statements.read.get(accountId, id, clock.now());
        if (row) found.set(id, decoder.decode(toOptional(toBytes, row, "body")));
      }
      return found;
    },
    async delete(accountId, ids) {
      transact(() => {
        for (const id of ids) statements.delete.run(accountId, id);
      });
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    sweep: database.prepare(
      `DELETE FROM documents WHERE rowid IN (
         SELECT rowid FROM documents WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
    ),
    write: database.prepare(
      "REPLACE INTO documents (account_id, id, body, expires_at) VALUES (?, ?, ?, ?)",
    ),
    read: database.prepare(
      "SELECT body FROM documents WHERE account_id = ? AND id = ? AND expires_at > ?",
    ),
    delete: database.prepare("DELETE FROM documents WHERE account_id = ? AND id = ?"),
  };
}
