import { Redis } from "ioredis";
import { findProgram } from "./find-program.js";
import { needs } from "./needs.js";

/** Where the Redis of the tests is looked for. */
export const redisUrl = process.env.REDIS_URL || "redis://127.0.0.1:6379";

/** Options of tests that need a Redis. */
export const needsRedis = needs("Redis", await answers());

/** Options of tests that start and end a Redis of their own. */
export const needsRedisServer = needs("the program redis-server", findProgram("redis-server"));

async function answers(): Promise<boolean> {
  const client = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === "PONG";
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
