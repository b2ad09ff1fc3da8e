import type { Redis } from "ioredis";
import type { LimitsConfig } from "../../config/types.js";
import type { Notices } from "../../log/log.js";
import { Failure } from "../../terminal/failure.js";
import { hidePassword } from "../../terminal/hide-password.js";
import { reasonOf } from "../../terminal/reason-of.js";
import type { Resource } from "../lifecycle/resources.js";
import { watchOutages } from "./watch-outages.js";

/** A connection to Redis, and who hears of commands that fail. */
export interface OpenRedis {
  readonly redis: Redis;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds until Redis must be connected. */
const connectTimeout = 2_000;
/** Milliseconds for which a connection that is given up keeps the process; ioredis waits also for one that is closed. */
const disconnectTimeout = 50;

/**
 * Connects to Redis; its client is loaded only now. A connection that is lost later comes back by itself.
 * @throws Failure if it cannot be reached, unless `whenDown` lets the process count for itself
 */
export async function openRedis(
  url: string,
  whenDown: LimitsConfig["whenDown"],
  notices: Notices,
): Promise<Resource<OpenRedis>> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, { lazyConnect: true, connectTimeout, disconnectTimeout });
  // Without a listener, every error would be written to the console.
  redis.on("error", () => undefined);
  const failure = await connect(redis, url);
  if (failure && whenDown !== "memory") {
    redis.disconnect();
    throw failure;
  }
  const { onError, end } = watchOutages(redis, notices, failure);
  const close = () => {
    end();
    redis.disconnect();
  };
  return { value: { redis, onError }, close };
}

/** Resolves when commands can be sent, or with why they cannot. */
async function connect(redis: Redis, url: string): Promise<Failure | undefined> {
  let reason: unknown;
  redis.once("error", (error) => {
    reason = error;
  });
  const late = new Error(`it has not answered within ${connectTimeout} ms`);
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, connectTimeout, late);
  });
  // A database that does not exist is an error of a connection that works, with another database.
  const cause = await Promise.race([redis.connect(), isLate])
    .then(
      () => reason,
      (error: unknown) => reason ?? error,
    )
    .finally(() => clearTimeout(timer));
  if (cause === undefined) return undefined;
  const message = `Redis at ${hidePassword(url)} cannot be used: ${reasonOf(cause)}`;
  return new Failure(message, { cause });
}
