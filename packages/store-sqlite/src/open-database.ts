import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { transact } from "./transact.js";

/**
 * What a committed write survives: `process` the end of the process, however it comes, and `power`
 * also a power cut or the end of the operating system, for a flush of the disk at each write.
 */
export type Durability = "process" | "power";

/** What a file of one kind holds. */
export interface Schema {
  /** For messages. */
  readonly name: string;
  /** A number in the head of the file that tells its kind. */
  readonly applicationId: number;
  /** The statements that lead to each version from the one before; the first one makes the tables. */
  readonly versions: readonly string[];
}

/** A file to be opened. */
export interface DatabaseFile {
  readonly path: string;
  readonly durability: Durability;
  readonly schema: Schema;
}

/** The path that stands for a database without a file. */
export const memoryPath = ":memory:";

/**
 * For so long a write waits for another process. SQLite waits without giving the thread free, so it
 * is less than the two seconds for which a service waits for a reservation.
 */
const busyTimeout = 1_000;

/** Milliseconds between two tries of what SQLite itself does not wait for. */
const retryInterval = 10;

const synchronousOf: Readonly<Record<Durability, string>> = { process: "NORMAL", power: "FULL" };

/**
 * Opens a file, or makes it, and brings it to the newest version of its schema. Any number of
 * processes may do so at once.
 * @throws Error if the runtime has no `node:sqlite`, or if the file is of another kind or newer
 */
export function openDatabase({ path, durability, schema }: DatabaseFile): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path === memoryPath ? path : toOwnFile(path));
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
    useWriteAheadLog(database);
    database.exec(`PRAGMA synchronous = ${synchronousOf[durability]}`);
    upgrade(database, path, schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Closes a database at its first call; `isOpen` is missing in the oldest runtimes. */
export function toClose(database: DatabaseSync): () => void {
  let isOpen = true;
  return () => {
    if (isOpen) database.close();
    isOpen = false;
  };
}

function loadSqlite(): typeof import("node:sqlite") {
  const sqlite = process.getBuiltinModule("node:sqlite");
  if (sqlite) return sqlite;
  throw new Error(
    "This runtime has no node:sqlite. Node has it since 22.13; Bun 1.4 and Deno 2.9 have it too.",
  );
}

/**
 * The absolute path of the file, which nobody else on the machine may read; SQLite gives the files
 * beside it the same rights. A file that is there already keeps its own.
 */
function toOwnFile(path: string): string {
  const file = resolve(path);
  closeSync(openSync(file, "a", 0o600));
  return file;
}

/**
 * SQLite waits for another writer, but not for another process that turns the same new file to this
 * mode at the same time. So it is tried again here for as long.
 */
function useWriteAheadLog(database: DatabaseSync): void {
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

function upgrade(database: DatabaseSync, path: string, schema: Schema): void {
  if (versionOf(database, path, schema) === schema.versions.length) return;
  transact(database, () => {
    // Another process may have done it since.
    const version = versionOf(database, path, schema);
    for (const statements of schema.versions.slice(version)) database.exec(statements);
    database.exec(`PRAGMA application_id = ${schema.applicationId}`);
    database.exec(`PRAGMA user_version = ${schema.versions.length}`);
  });
}

/** The version of the file's schema; 0 for a file that is empty. */
function versionOf(database: DatabaseSync, path: string, schema: Schema): number {
  const version = readPragma(database, "user_version");
  const isEmpty = version === 0 && readPragma(database, "schema_version") === 0;
  if (!isEmpty && readPragma(database, "application_id") !== schema.applicationId) {
    throw new Error(`${path} is no ${schema.name} of Diglot. Use another file.`);
  }
  if (version > schema.versions.length) {
    throw new Error(
      `${path} is of version ${version}, newer than this package, which knows ${schema.versions.length}. Update @diglot/store-sqlite.`,
    );
  }
  return version;
}

function readPragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
