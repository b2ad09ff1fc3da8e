import type { DatabaseSync } from "node:sqlite";

/**
 * Does work that is written as a whole or not at all. It holds the file's only place for a writer
 * from the beginning, so what it reads stays true until it has written.
 * @throws what the work throws, or the error of the store; then nothing is written
 */
export function transact<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // After some failures, such as a full disk, SQLite has rolled back already.
  }
}
