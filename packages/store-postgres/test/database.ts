import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { Pool } from "pg";
import type { Query } from "../src/index.js";
import { createPostgresStore, type PostgresStore } from "../src/postgres-store.js";
import { drivers } from "./drivers.js";

/** A server for one test file. */
export interface TestServer {
  /** What it is, for the titles of suites. */
  readonly name: string;
  readonly url: string;
  /** Whether its connections run at the same time. */
  readonly isConcurrent: boolean;
  close(): Promise<void>;
}

/** A schema of its own on a server. */
export interface TestDatabase {
  readonly schema: string;
  readonly query: Query;
  /** Drops the schema and closes the connections. */
  close(): Promise<void>;
}

const localUrls = [
  "postgres://postgres@127.0.0.1:5432/test",
  "postgres://postgres@127.0.0.1:5432/postgres",
];

/** `DATABASE_URL`, else the server on the default local port, else one in this process. */
export async function findServer(): Promise<TestServer> {
  const { DATABASE_URL } = process.env;
  for (const url of DATABASE_URL ? [DATABASE_URL] : localUrls) {
    const version = await versionOf(url);
    if (version !== undefined) {
      const name = `PostgreSQL ${version}`;
      return { name, url, isConcurrent: true, close: async () => undefined };
    }
  }
  if (DATABASE_URL) throw new Error("No server answers at DATABASE_URL.");
  return startPglite();
}

/** What a title says of tests that need transactions at the same time. */
export function needsServer({ isConcurrent }: TestServer): string {
  return isConcurrent ? "" : " (needs a PostgreSQL in DATABASE_URL or on 127.0.0.1:5432)";
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
    isConcurrent: false,
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

async function versionOf(url: string): Promise<string | undefined> {
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 2_000 });
  try {
    const { rows } = await pool.query<{ server_version: string }>("SHOW server_version");
    return rows[0]?.server_version.split(" ")[0];
  } catch {
    return undefined;
  } finally {
    await pool.end();
  }
}
