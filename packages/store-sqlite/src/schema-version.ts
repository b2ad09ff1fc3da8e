import type { DatabaseSync } from "node:sqlite";
import { createTransact } from "./transact.js";

/** What a file of one kind holds. */
export interface Schema {
  /** For messages. */
  readonly name: string;
  /** A number in the head of the file that identifies its kind. */
  readonly applicationId: number;
  /** The statements that lead to each version from the one before; the first one makes the tables. */
  readonly versions: readonly string[];
}

/**
 * The version of the file's schema; 0 for a file that is empty. Writes nothing.
 * @throws Error if the file is of another kind or newer
 */
export function readVersion(database: DatabaseSync, path: string, schema: Schema): number {
  const version = readPragma(database, "user_version");
  const isEmpty = version === 0 && readPragma(database, "schema_version") === 0;
  if (!isEmpty && readPragma(database, "application_id") !== schema.applicationId) {
    throw new Error(
      `"path" must be a new file or a ${schema.name} of Diglot; ${path} is no ${schema.name} of Diglot. Use another file.`,
    );
  }
  if (version > schema.versions.length) {
    throw new Error(
      `${path} is of version ${version}, newer than this package, which knows ${schema.versions.length}. Update @diglot/store-sqlite.`,
    );
  }
  return version;
}

/** Brings a file to the newest version. */
export function upgrade(database: DatabaseSync, path: string, schema: Schema): void {
  createTransact(database)(() => {
    // Another process may have done it since.
    const version = readVersion(database, path, schema);
    for (const statements of schema.versions.slice(version)) database.exec(statements);
    database.exec(`PRAGMA application_id = ${schema.applicationId}`);
    database.exec(`PRAGMA user_version = ${schema.versions.length}`);
  });
}

function readPragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
