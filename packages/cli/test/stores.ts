import { postgresUrl } from "@diglot/test-support/parts/postgres";
import { Client } from "pg";

/** Removes what a store has made. */
export async function dropSchema(schema: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl() });
  await client.connect();
  await client.query(`DROP SCHEMA ${schema} CASCADE`).finally(() => client.end());
}
