import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type Check, checks } from "@diglot/core";
import { readVersion, type Schema, upgrade } from "./schema-version.js";
import { busyTimeout, useWriteAheadLog } from "./write-ahead-log.js";

/**
 * What a committed write survives: `process` the end of the process, however it comes, and `power`
 * also a power cut or the end of the operating system, for a flush of the disk at each write.
 */
export type Durability = "process" | "power";

/** The check of a durability. */
export const validDurability: Check = checks.oneOf<Durability>("process", "power");

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
    throw isForeign(error) ? notOurs(path, schema, error) : error;
  }
}

/** Whether SQLite says that the file is no database, in its code or, where there is none, its words. */
function isForeign(error: unknown): boolean {
  const { errcode, message } = Object(error) as { errcode?: unknown; message?: unknown };
  return errcode === 26 || /file is not a database/.test(String(message));
}

function notOurs(path: string, { name }: Schema, cause: unknown): Error {
  return new Error(
    `"path" must be a new file or a ${name} of Diglot; ${path} is not a database of SQLite. Use another file.`,
    { cause },
  );
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
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (cause) {
    throw new Error(
      `"path" must be a file that can be written, in a folder that exists; ${file} cannot be opened (${codeOf(cause)}).`,
      { cause },
    );
  }
  return file;
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code;
}
