export { createSqliteStore, type SqliteStore, type SqliteStoreOptions } from "./create-store.js";
export type { Durability } from "./open-database.js";
export { createSqliteOutbox, type SqliteOutbox, type SqliteOutboxOptions } from "./outbox.js";
