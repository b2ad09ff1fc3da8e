import type { CacheControl } from "../../../conversation/conversation.js";
import { isObject, type JsonObject } from "../../../json/value.js";

/** The lifetime in the prompt cache, unless a block sets its own; absent: the vendor's default. */
interface CacheScope {
  readonly lifetime?: string | undefined;
}

/**
 * The cache control of an object: the vendor's member, or the one that other services read here.
 * The vendor's member without a lifetime has the one of the request's options.
 */
export function cacheOf(
  value: JsonObject,
  { lifetime }: CacheScope = {},
): { cache?: CacheControl } {
  const name = cacheNameOf(value);
  if (name === undefined) return {};
  const cacheControl = value[name] as JsonObject;
  if (name === "cache_control") return { cache: cacheControl as CacheControl };
  const ttl = typeof cacheControl.ttl === "string" ? cacheControl.ttl : lifetime;
  return { cache: { type: "ephemeral", ...(ttl !== undefined ? { ttl } : {}) } };
}

/** The member that `cacheOf` reads. If both are there, the other one counts as an unknown member. */
export function cacheNameOf(
  value: JsonObject,
): "prompt_cache_breakpoint" | "cache_control" | undefined {
  const { prompt_cache_breakpoint: own, cache_control: other } = value;
  if (isObject(own) && own.mode === "explicit") return "prompt_cache_breakpoint";
  return isObject(other) && isCacheControl(other) ? "cache_control" : undefined;
}

function isCacheControl({ type, ttl = null }: JsonObject): boolean {
  return type === "ephemeral" && (ttl === null || typeof ttl === "string");
}
