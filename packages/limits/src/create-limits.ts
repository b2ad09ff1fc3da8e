import {
  type Admission,
  type AdmissionRequest,
  type Entrance,
  type KeyRecord,
  type Limits,
  ServiceError,
} from "@diglot/core";
import { admit } from "./admit.js";
import { withDeadline } from "./deadline.js";
import { enter } from "./enter.js";
import { createMemoryPlaces } from "./memory-places.js";
import { type LimitsOptions, type LimitsSettings, toSettings } from "./options.js";
import {
  createScriptRunner,
  pingRedis,
  type RedisClient,
  type ScriptRunner,
} from "./redis-client.js";
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
  const counts = createCounts(settings);
  let running = 0;

  return {
    async enter({ key }) {
      if (running >= settings.concurrentRequests) throw overloaded();
      running += 1;
      try {
        const place = await counts.enter(key);
        return {
          admit: (request) => counts.admit(key, request),
          release() {
            running -= 1;
            place.release();
          },
        };
      } catch (error) {
        running -= 1;
        throw error;
      }
    },
    check: counts.check,
  };
}

/** Counts the requests of all keys. */
interface Counts {
  enter(key: KeyRecord): Promise<Pick<Entrance, "release">>;
  admit(key: KeyRecord, request: AdmissionRequest): Promise<Admission>;
  /** Rejects while nobody can be let in; absent where that cannot happen. */
  readonly check?: (() => Promise<void>) | undefined;
}

/** Where requests are counted: in Redis if there is one, else in memory. */
function createCounts(settings: LimitsSettings): Counts {
  const { redis, whenDown } = settings;
  const inMemory = createMemoryCounts(settings);
  if (!redis) return inMemory;
  const inRedis = createRedisCounts(redis, settings);
  return whenDown === "refuse" ? inRedis : withFallback(inRedis, inMemory, settings);
}

function createMemoryCounts(settings: LimitsSettings): Counts {
  const places = createMemoryPlaces();
  const windows = createMemoryWindows();
  return {
    enter: (key) => enter(places, key, settings),
    admit: async (key, request) => (await admit(windows, key, request, settings)).admission,
  };
}

/** What Redis has counted too late is given back. */
function createRedisCounts(redis: RedisClient, settings: LimitsSettings): Counts {
  const { timeout } = settings;
  const scripts = createScriptRunner(redis);
  const { places, windows } = createRedisStore(scripts, settings);
  return {
    check: () => pingRedis(scripts, settings.prefix),
    enter: (key) => withDeadline(timeout, enter(places, key, settings), ({ release }) => release()),
    async admit(key, request) {
      const charging = admit(windows, key, request, settings);
      return (await withDeadline(timeout, charging, ({ undo }) => undo())).admission;
    },
  };
}

/** Counts in memory what Redis fails to count: the place and the windows each for itself. */
function withFallback(inRedis: Counts, inMemory: Counts, { onError }: LimitsSettings): Counts {
  async function orElse<Result>(work: Promise<Result>, other: () => Promise<Result>) {
    try {
      return await work;
    } catch (error) {
      if (ServiceError.is(error)) throw error;
      onError(error);
      return other();
    }
  }

  return {
    enter: (key) => orElse(inRedis.enter(key), () => inMemory.enter(key)),
    admit: (key, request) =>
      orElse(inRedis.admit(key, request), () => inMemory.admit(key, request)),
  };
}

function createRedisStore(
  scripts: ScriptRunner,
  { prefix, lease, timeout, onError }: LimitsSettings,
): Store {
  return {
    windows: createRedisWindows(scripts, prefix, timeout),
    places: createRedisPlaces({ scripts, prefix, lease, onError }),
  };
}
