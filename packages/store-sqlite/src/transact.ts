import type { DatabaseSync } from "node:sqlite";

/**
 * Does work that is written as a whole or not at all. It holds the file's only place for a writer
 * from the beginning, so what it reads stays true until it has written.
 * @throws what the work throws, or the error of the store; then nothing is written
 */
export type Transact = <T>(work: () => T) => T;

/** Transactions in a database. Their statements are prepared once: they frame every write. */
export function createTransact(database: DatabaseSync): Transact {
  return createFrame(database, "BEGIN IMMEDIATE");
}

/** Reads the state of one moment in several statements; it waits for no writer, and none waits for it. */
export function createSnapshot(database: DatabaseSync): Transact {
  return createFrame(database, "BEGIN");
}

function createFrame(database: DatabaseSync, beginning: string): Transact {
  const begin = database.prepare(beginning);
  const commit = database.prepare("COMMIT");
  const undo = database.prepare("ROLLBACK");

  function rollBack(): void {
    try {
      undo.run();
    } catch {
      // After some failures, such as a full disk, SQLite has rolled back already.
    }
  }

  return (work) => {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      rollBack();
      throw error;
    }
  };
}
