import { type Admission, type AdmissionRequest, type Limits, ServiceError } from "@diglot/core";
import { withDeadline } from "./deadline.js";
import { enter } from "./enter.js";
import { createMemoryPlaces } from "./memory-places.js";
import { type LimitsOptions, type LimitsSettings, toSettings } from "./options.js";
import { createScriptRunner, type RedisClient } from "./redis-client.js";
import { createRedisPlaces } from "./redis-places.js";
import { overloaded } from "./refusals.js";
import type { Store } from "./store.js";
import { createMemoryWindows, createRedisWindows } from "./windows.js";

/**
 * Limits of requests and tokens per minute and of concurrent requests, for each key and each
 * account, as their records say or else the options; and of concurrent requests of the process.
 * They are counted in memory, or for many processes in one Redis.
 *
 * @example
 * const limits = createLimits({ redis, accounts: { requestsPerMinute: 600 } });
 * const service = createService({ models, keys, limits });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createLimits(options: LimitsOptions = {}): Limits {
  const settings = toSettings(options);
  const letIn = createEntrance(settings);
  let running = 0;

  return {
    async admit(request) {
      if (running >= settings.concurrentRequests) throw overloaded();
      running += 1;
      try {
        const admission = await letIn(request);
        return {
          ...admission,
          release() {
            running -= 1;
            admission.release();
          },
        };
      } catch (error) {
        running -= 1;
        throw error;
      }
    },
  };
}

type Entrance = (request: AdmissionRequest) => Promise<Admission>;

/**
 * Where requests are counted: in Redis if there is one, else in memory. A request is counted in one
 * of them from its beginning to its end.
 */
function createEntrance(settings: LimitsSettings): Entrance {
  const { redis, whenDown, onError } = settings;
  const memory = createMemoryStore();
  const enterMemory: Entrance = async (request) =>
    (await enter(memory, request, settings)).admission;
  if (!redis) return enterMemory;

  const enterRedis = createRedisEntrance(redis, settings);
  if (whenDown === "refuse") return enterRedis;
  return (request) =>
    enterRedis(request).catch((error: unknown) => {
      if (ServiceError.is(error)) throw error;
      onError(error);
      return enterMemory(request);
    });
}

function createRedisEntrance(redis: RedisClient, settings: LimitsSettings): Entrance {
  const { timeout } = settings;
  const store = createRedisStore(redis, settings);
  return async (request) => {
    const entering = enter(store, request, settings);
    return (await withDeadline(timeout, entering, ({ undo }) => undo())).admission;
  };
}

function createMemoryStore(): Store {
  return { windows: createMemoryWindows(), places: createMemoryPlaces() };
}

function createRedisStore(
  redis: RedisClient,
  { prefix, lease, timeout, onError }: LimitsSettings,
): Store {
  const scripts = createScriptRunner(redis);
  return {
    windows: createRedisWindows(scripts, prefix, timeout),
    places: createRedisPlaces({ scripts, prefix, lease, onError }),
  };
}
