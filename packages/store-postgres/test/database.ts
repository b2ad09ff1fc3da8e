import { postgres } from "@diglot/test-support/parts/postgres";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import type { Query } from "../src/index.js";
import { createPostgresStore, type PostgresStore } from "../src/postgres-store.js";
import { drivers } from "./drivers.js";

/** A server for one test file. */
export interface TestServer {
  /** What it is, for the titles of suites. */
  readonly name: string;
  readonly url: string;
  close(): Promise<void>;
}

/** A schema of its own on a server. */
export interface TestDatabase {
  readonly schema: string;
  readonly query: Query;
  /** Drops the schema and closes the connections. */
  close(): Promise<void>;
}

/** The PostgreSQL of this machine, otherwise a server in this process. */
export async function findServer(): Promise<TestServer> {
  if (!postgres) return startPglite();
  const { url, version } = postgres;
  return { name: `PostgreSQL ${version}`, url, close: async () => undefined };
}

/** PGlite behind a TCP port of its own. */
export async function startPglite(): Promise<TestServer> {
  const db = await PGlite.create();
  const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 100 });
  await server.start();
  const url = `postgres://postgres@${server.getServerConn()}/postgres`;
  return {
    name: "PGlite",
    url,
    async close() {
      await server.stop();
      await db.close();
    },
  };
}

/** A store in a schema. */
export function storeOn({ query, schema }: TestDatabase): PostgresStore {
  return createPostgresStore({ query, schema });
}

/** A connection pool, and a schema that nobody else uses. */
export function openDatabase(
  { url }: TestServer,
  driver: keyof typeof drivers,
  connections = 10,
): TestDatabase {
  const { query, close } = drivers[driver](url, connections);
  const schema = `diglot_test_${crypto.randomUUID().replaceAll("-", "")}`;
  return {
    schema,
    query,
    async close() {
      await query(`SET client_min_messages = error; DROP SCHEMA IF EXISTS "${schema}" CASCADE`, []);
      await close();
    },
  };
}
