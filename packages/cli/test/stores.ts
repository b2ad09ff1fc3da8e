import { Redis } from "ioredis";
import { Client } from "pg";

const {
  DATABASE_URL: databaseUrl = "postgres://postgres@127.0.0.1:5432/test",
  REDIS_URL: redisUrl = "redis://127.0.0.1:6379",
} = process.env;

export { databaseUrl, redisUrl };

/** What the titles of tests say that are skipped where there is no database. */
export const needsDatabase = "needs a PostgreSQL in DATABASE_URL or on 127.0.0.1:5432";
/** What the titles of tests say that are skipped where there is no Redis. */
export const needsRedis = "needs a Redis in REDIS_URL or on 127.0.0.1:6379";

/** Whether a database answers. */
export const databaseAnswers: boolean = await queryDatabase("SELECT 1").then(
  () => true,
  () => false,
);

/** Whether a Redis answers. */
export const redisAnswers: boolean = await pingRedis().then(
  () => true,
  () => false,
);

/** Removes what a store has made. */
export async function dropSchema(schema: string): Promise<void> {
  await queryDatabase(`DROP SCHEMA ${schema} CASCADE`);
}

async function queryDatabase(text: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

async function pingRedis(): Promise<void> {
  const client = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
  client.on("error", () => undefined);
  await client.connect();
  await client.quit();
}
