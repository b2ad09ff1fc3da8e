import type { DatabaseSync } from "node:sqlite";

/**
 * How long a write waits for another process. SQLite waits without giving the thread free, so it
 * is less than the two seconds for which a service waits for a reservation.
 */
export const busyTimeout = 1_000;

/** Milliseconds between two attempts at what SQLite itself does not wait for. */
const retryInterval = 10;

/**
 * SQLite waits for another writer, but not for another process that turns the same new file to this
 * mode at the same time. So it is tried again here for as long.
 */
export function useWriteAheadLog(database: DatabaseSync): void {
  for (let waited = 0; ; waited += retryInterval) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || waited >= busyTimeout) throw error;
      sleep(retryInterval);
    }
  }
}

/** SQLITE_BUSY and its extended codes. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;
}

/** Blocks the thread, as SQLite itself does while it waits. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
