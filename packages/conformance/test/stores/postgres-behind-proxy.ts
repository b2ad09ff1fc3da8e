import { randomBytes } from "node:crypto";
import { createPostgresStore, fromPg, type PostgresStore } from "@diglot/store-postgres";
import { postgresUrl } from "@diglot/test-support/parts/postgres";
import pg from "pg";
import { type DatabaseProxy, startProxy } from "./postgres-proxy.js";

/** A schema of its own, once as a service reaches it, through a proxy, and once without. */
export interface ProxiedStore {
  readonly schema: string;
  readonly store: PostgresStore;
  /** Reads the ledger whatever the proxy does. */
  readonly direct: PostgresStore;
  readonly proxy: DatabaseProxy;
  /** Ends all connections of the service's pool from the server's side. */
  terminate(): Promise<void>;
  /** Drops the schema and closes all connections. */
  close(): Promise<void>;
}

/** Opens a store with tables that nobody else has. */
export async function openProxied(): Promise<ProxiedStore> {
  const schema = `diglot_${randomBytes(6).toString("hex")}`;
  const url = postgresUrl();
  const target = new URL(url);
  const proxy = await startProxy({ host: target.hostname, port: Number(target.port || 5432) });
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String(proxy.port);
  const served = createPool(through.href, schema);
  const owned = createPool(url, `${schema}_owner`);
  const direct = createPostgresStore({ query: fromPg(owned), schema });
  await direct.migrate();
  return {
    schema,
    store: createPostgresStore({ query: fromPg(served), schema }),
    direct,
    proxy,
    async terminate() {
      const ours =
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1";
      await owned.query(ours, [schema]);
    },
    async close() {
      await served.end();
      proxy.close();
      await owned.query(`drop schema "${schema}" cascade`);
      await owned.end();
    },
  };
}

function createPool(connectionString: string, application_name: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, application_name, max: 8 });
  // A connection that breaks while nobody uses it is replaced.
  pool.on("error", () => undefined);
  return pool;
}
