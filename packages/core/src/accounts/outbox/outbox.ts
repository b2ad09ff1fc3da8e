import { port } from "../../validation/objects.js";
import type { AttemptRow } from "../ledger/ledger.js";

/**
 * Port: a durable place of this process for rows that the ledger cannot take at the moment. A row
 * survives the end of the process once its `put` has resolved. Rows are kept by attempt id. Calls take
 * effect in the order in which they are made, even if nobody waits for the previous one.
 */
export interface Outbox {
  /** Writes a row, or replaces the one with its attempt id. @throws an error if it is not durable */
  put(row: AttemptRow): Promise<void>;
  /** Up to `limit` rows, oldest first. */
  list(limit: number): Promise<readonly AttemptRow[]>;
  remove(attemptId: string): Promise<void>;
  /** How many rows there are. */
  count(): Promise<number>;
}

/** The check of a durable place for rows. */
export const validOutbox = /* @__PURE__ */ port<Outbox>(
  "an outbox, such as createSqliteOutbox() of @diglot/store-sqlite",
  "put",
  "list",
  "remove",
  "count",
);
