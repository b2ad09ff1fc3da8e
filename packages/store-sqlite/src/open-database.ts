import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { readVersion, type Schema, upgrade } from "./schema-version.js";
import { busyTimeout, useWriteAheadLog } from "./write-ahead-log.js";

/**
 * What a committed write survives: `process` the end of the process, however it comes, and `power`
 * also a power cut or the end of the operating system, for a flush of the disk at each write.
 */
export type Durability = "process" | "power";

/** A file to be opened. */
export interface DatabaseFile {
  readonly path: string;
  readonly durability: Durability;
  readonly schema: Schema;
}

/** The path that stands for a database without a file. */
export const memoryPath = ":memory:";

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
    // Before anything is written: what is not ours stays as it is.
    const version = readVersion(database, path, schema);
    useWriteAheadLog(database);
    database.exec(`PRAGMA synchronous = ${synchronousOf[durability]}`);
    if (version < schema.versions.length) upgrade(database, path, schema);
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
