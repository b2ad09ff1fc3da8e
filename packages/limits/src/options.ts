import { type Check, checks, type RateLimits, validLimits } from "@diglot/core";
import type { RedisClient } from "./redis-client.js";

/** Options of `createLimits`. Everything has a default. */
export interface LimitsOptions {
  /** Limits of each key whose record sets none. @default none */
  readonly keys?: RateLimits | undefined;
  /** Limits of each account whose record sets none. @default none */
  readonly accounts?: RateLimits | undefined;
  /** Requests that may run at once in this process, of all keys together. @default 1_000 */
  readonly concurrentRequests?: number | undefined;
  /**
   * A connected client of ioredis or node-redis. All instances that share a Redis share one count. Close the
   * client yourself. @default none: each process counts for itself, in memory
   */
  readonly redis?: RedisClient | undefined;
  /** The beginning of all names in Redis. @default "diglot" */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds for which a running request holds its place in Redis without a heartbeat of its process.
   * Heartbeats come three times as often. All instances need the same value. @default 60_000
   */
  readonly lease?: number | undefined;
  /** Milliseconds that Redis may take to give a place, and to charge the rates. @default 2_000 */
  readonly timeout?: number | undefined;
  /**
   * What happens while Redis cannot be reached: `refuse` refuses requests, which the service answers with 503;
   * `memory` lets each process count for itself. @default "refuse"
   */
  readonly whenDown?: "refuse" | "memory" | undefined;
  /**
   * Called with every failure of Redis that no caller sees: a count, a return or a renewal that failed. @default
   * failures are ignored
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Complete, checked options. */
export interface LimitsSettings {
  readonly keys: RateLimits;
  readonly accounts: RateLimits;
  readonly concurrentRequests: number;
  readonly redis: RedisClient | undefined;
  readonly prefix: string;
  readonly lease: number;
  readonly timeout: number;
  readonly whenDown: "refuse" | "memory";
  readonly onError: OnError;
}

/** Reports a failure; never throws. */
export type OnError = (error: unknown) => void;

/**
 * Completes and checks the options.
 * @throws TypeError whose message says how to fix the options
 */
export function toSettings(options: LimitsOptions): LimitsSettings {
  checks.checkOptions("createLimits", options, validOptions);
  return {
    keys: { ...options.keys },
    accounts: { ...options.accounts },
    concurrentRequests: options.concurrentRequests ?? 1_000,
    redis: options.redis,
    prefix: options.prefix ?? "diglot",
    lease: options.lease ?? 60_000,
    timeout: options.timeout ?? 2_000,
    whenDown: options.whenDown ?? "refuse",
    onError: toSafe(options.onError),
  };
}

const { callback, members, oneOf, port, size, text } = checks;

const validOptions: Check = members<LimitsOptions>({
  keys: validLimits,
  accounts: validLimits,
  concurrentRequests: size,
  // Given and undefined, it would count for each process alone.
  redis: { given: port<RedisClient>("a client of ioredis or node-redis", "eval") },
  prefix: text,
  lease: size,
  timeout: size,
  whenDown: oneOf("refuse", "memory"),
  onError: callback,
});

function toSafe(onError: LimitsOptions["onError"]): OnError {
  return (error) => {
    // A failing observer must not make a request fail.
    try {
      onError?.(error);
    } catch {}
  };
}
