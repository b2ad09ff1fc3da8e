import type { Limits } from "@diglot/core";
import { createLimits } from "@diglot/limits";
import type { LimitsConfig } from "../../config/types.js";
import type { Resource } from "../lifecycle/resources.js";

/** Opens the limits, and the connection to Redis if one is named; its client is loaded only then. */
export async function openLimits(
  { redis: url, ...options }: LimitsConfig,
  onError: (error: unknown) => void,
): Promise<Resource<Limits>> {
  if (url === undefined) return { value: createLimits(options), close: () => undefined };
  const { Redis } = await import("ioredis");
  const redis = new Redis(url);
  // Without a listener, a lost connection would be written to the console again and again.
  redis.on("error", onError);
  const value = createLimits({ ...options, redis, onError });
  return { value, close: () => redis.disconnect() };
}
