import { Client } from "pg";
import { needs } from "./needs.js";

const places = process.env.DATABASE_URL
  ? [process.env.DATABASE_URL]
  : ["postgres://postgres@127.0.0.1:5432/test", "postgres://postgres@127.0.0.1:5432/postgres"];

/** A PostgreSQL that answers. */
export interface FoundPostgres {
  readonly url: string;
  /** Such as `17.2`. */
  readonly version: string;
}

/** `DATABASE_URL`, otherwise the server on the default local port, if it answers. */
export const postgres: FoundPostgres | undefined = await findFirst();

// Programs that the tests start look for their database there.
if (postgres) process.env.DATABASE_URL = postgres.url;

/** Options of tests that need a PostgreSQL. */
export const needsPostgres = needs("PostgreSQL", postgres);

/** The address of the PostgreSQL, for tests that do not run without one. */
export function postgresUrl(): string {
  if (postgres) return postgres.url;
  throw new Error("This test needs a PostgreSQL: give it the options needsPostgres.");
}

async function findFirst(): Promise<FoundPostgres | undefined> {
  for (const url of places) {
    const version = await versionOf(url);
    if (version !== undefined) return { url, version };
  }
  return undefined;
}

async function versionOf(connectionString: string): Promise<string | undefined> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
    return rows[0]?.server_version.split(" ")[0];
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
