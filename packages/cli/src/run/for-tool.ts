import type { CheckedConfig } from "../config/check/check-config.js";
import type { GatewayConfig } from "../config/types.js";
import type { FormatName } from "../discover/formats.js";

/** The account that requests of the tool are on. */
const accountId = "local";

/**
 * A config as it is served to one tool: on a free port of this machine, with a key of the tool's own.
 * What is no config is returned as it is, to be refused by the check.
 */
export function forTool(config: unknown, key: string): unknown {
  if (typeof config !== "object" || config === null || Array.isArray(config)) return config;
  const { keys = [], allowAnonymous }: GatewayConfig = config;
  const address = { host: "127.0.0.1", port: 0 };
  // There is no need of keys, and a config must not have any then.
  if (allowAnonymous) return { ...config, ...address };
  const own = { key, id: "diglot-run", accountId };
  return { ...config, ...address, keys: Array.isArray(keys) ? [...keys, own] : keys };
}

/** What all upstreams speak; Chat Completions, if they differ, must be asked, or there are none. */
export function formatOf({ upstreams = {} }: CheckedConfig): FormatName {
  const formats = new Set(Object.values(upstreams).map(({ format }) => format));
  return formats.size === 1 && formats.has("messages") ? "messages" : "chat-completions";
}
