export { fromPg, type PgClient } from "./from-pg.js";
export { fromPostgres, type PostgresSql } from "./from-postgres.js";
export {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from "./postgres-store.js";
export type { Query } from "./query.js";
