import type { Limits } from "@diglot/core";
import { createLimits } from "@diglot/limits";
import type { LimitsConfig } from "../../config/types.js";
import type { Notices } from "../../log/log.js";
import type { Resource } from "../lifecycle/resources.js";
import { openRedis } from "./open-redis.js";

/**
 * Opens the limits, and the connection to Redis if one is named.
 * @throws Failure if Redis cannot be reached and must be
 */
export async function openLimits(
  { redis: url, ...options }: LimitsConfig,
  notices: Notices,
): Promise<Resource<Limits>> {
  if (url === undefined) return { value: createLimits(options), close: () => undefined };
  const { value, close } = await openRedis(url, options.whenDown, notices);
  return { value: createLimits({ ...options, ...value }), close };
}
