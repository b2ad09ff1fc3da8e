import { toStore } from "../config/to-store.js";
import type { GatewayConfig } from "../config/types.js";
import type { StartOptions } from "./options.js";

/** The account that all requests of this machine are on. */
const accountId = "local";

/** The config that the options of the command line stand for. */
export function toConfig(options: StartOptions, key: string): GatewayConfig {
  const { host, port, database, redis, adminCredential } = options;
  return {
    host,
    port,
    ...toServed(options),
    keys: [{ key, id: "start", accountId }],
    ...(database !== undefined && { store: toStore(database) }),
    ...(redis !== undefined && { limits: { redis } }),
    ...(adminCredential !== undefined && {
      admin: { credential: adminCredential },
      inspector: true,
    }),
  };
}

function toServed(options: StartOptions): Pick<GatewayConfig, "models" | "upstreams" | "service"> {
  const { upstream, upstreamKey, model = [] } = options;
  if (upstream === undefined) {
    return {
      models: [
        { id: "eliza", embedded: "eliza" },
        { id: "echo", embedded: "echo" },
      ],
    };
  }
  return {
    upstreams: {
      upstream: { baseUrl: upstream, apiKey: upstreamKey, allModels: model.length === 0 },
    },
    // Coding tools ask for several models by their vendors' names.
    models: model.map((id, index) => ({
      id,
      upstream: "upstream",
      ...(index === 0 && { aliases: ["*"] }),
    })),
    // They also ask for features that a local model lacks; requests are served without them.
    service: { unsupported: { default: "warn" } },
  };
}
