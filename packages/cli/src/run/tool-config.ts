import type { FormatName } from "@diglot/core";
import type { CheckedConfig } from "../config/check/check-config.js";
import type { GatewayConfig } from "../config/types.js";
import { isObject } from "../json/is-object.js";

/** The account that requests of the tool are on. */
const accountId = "local";

/**
 * The config of a gateway for one tool: on a free port of this machine, with a key of the tool's own.
 * Anything that is not an object is returned unchanged, because the check refuses it.
 */
export function toToolConfig(config: unknown, key: string): unknown {
  if (!isObject(config)) return config;
  const { keys = [], allowAnonymous }: GatewayConfig = config;
  const address = { host: "127.0.0.1", port: 0 };
  // A config that allows anonymous callers must not have keys.
  if (allowAnonymous) return { ...config, ...address };
  const own = { key, id: "diglot-run", accountId };
  return { ...config, ...address, keys: Array.isArray(keys) ? [...keys, own] : keys };
}

/** The format of all upstreams; Chat Completions if they differ, if a format is not given, or without upstreams. */
export function formatOf({ upstreams = {} }: CheckedConfig): FormatName {
  const formats = new Set(Object.values(upstreams).map(({ format }) => format));
  return formats.size === 1 && formats.has("messages") ? "messages" : "chat-completions";
}

/** Variables with secrets that are read only after the config: the driver of PostgreSQL asks for one itself. */
export function listLaterReads({ store }: Pick<CheckedConfig, "store">): readonly string[] {
  return store?.type === "postgres" ? ["PGPASSWORD"] : [];
}
