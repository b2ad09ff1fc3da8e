import type { StoreConfig } from "./types.js";

/** The store that a place stands for: an address of PostgreSQL, or a file of SQLite. */
export function toStore(database: string): StoreConfig {
  return /^postgres(ql)?:\/\//.test(database)
    ? { type: "postgres", url: database }
    : { type: "sqlite", path: database };
}
