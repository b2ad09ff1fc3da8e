import { redisUrl } from "@diglot/test-support/parts/redis";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { createLimits } from "../src/index.js";
import type { LimitsOptions } from "../src/options.js";
import type { RedisClient } from "../src/redis-client.js";

/** A client, and what ends it. */
interface OpenClient {
  readonly client: RedisClient;
  close(): Promise<unknown>;
}

/** A connected client of ioredis, which does not come back when its connection is lost. */
export async function openIoredis(): Promise<Redis> {
  const client = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Clients of both libraries. */
const clients = {
  async ioredis(): Promise<OpenClient> {
    const client = await openIoredis();
    return { client, close: () => client.quit() };
  },
  async "node-redis"(): Promise<OpenClient> {
    const client = createClient({ url: redisUrl, socket: { reconnectStrategy: false } });
    client.on("error", () => undefined);
    await client.connect();
    return { client, close: () => client.close() };
  },
};

/** The name of a client's library. */
export type ClientName = keyof typeof clients;

/** Many instances over one store of counts, and what ends them and leaves nothing behind. */
export interface Backend {
  /** Another instance, as in another process. */
  instance(options?: LimitsOptions): Promise<ReturnType<typeof createLimits>>;
  close(): Promise<void>;
}

/** Many instances over one Redis. */
export interface RedisBackend extends Backend {
  /** What the names of its counts begin with. */
  readonly prefix: string;
}

/** Instances with a client of their own each, all under one prefix. */
export function openRedis(
  name: ClientName,
  prefix = `diglot-test-${crypto.randomUUID()}`,
): RedisBackend {
  const open: OpenClient[] = [];
  return {
    prefix,
    async instance(options = {}) {
      const opened = await clients[name]();
      open.push(opened);
      return createLimits({ redis: opened.client, prefix, onError: fail, ...options });
    },
    async close() {
      await Promise.all(open.map(({ close }) => close()));
      await deleteAll(prefix);
    },
  };
}

/** A single instance, which counts for itself. */
export function openMemory(): Backend {
  return {
    instance: async (options = {}) => createLimits({ onError: fail, ...options }),
    close: async () => undefined,
  };
}

async function deleteAll(prefix: string): Promise<void> {
  const client = await openIoredis();
  const names = await client.keys(`${prefix}*`);
  if (names.length > 0) await client.del(...names);
  await client.quit();
}

function fail(error: unknown): never {
  throw error;
}
