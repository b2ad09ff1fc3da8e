import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import type { ScriptRunner } from "./redis-client.js";
import type { Windows } from "./store.js";

/**
 * The library counts and ends windows, and never refuses: limits belong to the record of a key and
 * may change with every request, so they are compared here with the sum that the library returns.
 * That is safe between processes, because adding and reading the sum are one step.
 */
const countingOnly = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

/** Windows of this process. */
export function createMemoryWindows(): Windows {
  return createWindows(new RateLimiterMemory(countingOnly), 0);
}

/**
 * Windows that all processes on one Redis share.
 * @param timeout milliseconds that a call may take
 */
export function createRedisWindows(
  scripts: ScriptRunner,
  prefix: string,
  timeout: number,
): Windows {
  const limiter = new RateLimiterRedis({
    ...countingOnly,
    storeClient: scripts,
    useRedisPackage: true,
    keyPrefix: prefix,
  });
  return createWindows(limiter, timeout);
}

function createWindows(limiter: RateLimiterAbstract, latency: number): Windows {
  return {
    async charge(name, amount) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(name, amount);
      return { used: consumedPoints, resetAt: Date.now() + msBeforeNext };
    },
    async giveBack(name, amount, resetAt) {
      // Arriving after the end it would make room in the next window that was never taken there.
      if (Date.now() + latency < resetAt) await limiter.reward(name, amount);
    },
  };
}
