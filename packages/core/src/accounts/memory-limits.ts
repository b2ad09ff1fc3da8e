import { ServiceError } from "../errors/service-error.js";
import type { Limits } from "./limits.js";

/** Options of the in-memory limits. */
export interface MemoryLimitsOptions {
  /** Requests that may run at once in all. @default 1_000 */
  readonly concurrentRequests?: number | undefined;
  /** Requests of one key that may run at once, unless its record says otherwise. @default 100 */
  readonly concurrentRequestsPerKey?: number | undefined;
}

/** Concurrency of one process. */
export function createMemoryLimits(options: MemoryLimitsOptions = {}): Limits {
  const inAll = options.concurrentRequests ?? 1_000;
  const perKey = options.concurrentRequestsPerKey ?? 100;
  const runningOf = new Map<string, number>();
  let running = 0;

  return {
    async admit({ key }) {
      const ofKey = runningOf.get(key.id) ?? 0;
      if (ofKey >= (key.limits?.concurrentRequests ?? perKey)) {
        throw new ServiceError({
          kind: "concurrency_limited",
          message: "Too many requests of this key are running.",
          retryAfterSeconds: 1,
        });
      }
      if (running >= inAll) {
        throw new ServiceError({
          kind: "overloaded",
          message: "The server takes no more requests for now.",
          retryAfterSeconds: 1,
        });
      }
      running += 1;
      runningOf.set(key.id, ofKey + 1);
      return {
        release() {
          running -= 1;
          const left = (runningOf.get(key.id) ?? 1) - 1;
          if (left > 0) runningOf.set(key.id, left);
          else runningOf.delete(key.id);
        },
      };
    },
  };
}
