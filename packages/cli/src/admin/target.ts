import { checkConfig } from "../config/check/check-config.js";
import { findConfigFile, loadConfig } from "../config/load/load-config.js";
import { toStore } from "../config/to-store.js";
import type { StoreConfig } from "../config/types.js";
import { Failure } from "../terminal/failure.js";
import type { AdminClient } from "./client/admin-client.js";
import type { TargetOptions } from "./options.js";

/** The address of a gateway with the default host and port. */
const defaultUrl = "http://127.0.0.1:8787";

/**
 * Does something with a client, and closes it.
 * @throws Failure
 */
export async function withClient(
  options: TargetOptions,
  use: (client: AdminClient) => Promise<void>,
): Promise<void> {
  const client = await openClient(options);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

async function openClient({ url, credential, ...options }: TargetOptions): Promise<AdminClient> {
  const store = url === undefined ? await findStore(options) : undefined;
  if (store === undefined) {
    const { openHttpClient } = await import("./client/http-client.js");
    return openHttpClient(url ?? defaultUrl, credential);
  }
  const { openDatabaseClient } = await import("./client/database-client.js");
  return openDatabaseClient(store);
}

async function findStore({ config, database }: TargetOptions): Promise<StoreConfig | undefined> {
  if (config !== undefined) return readStore(config);
  const place = database ?? process.env.DIGLOT_DATABASE;
  return place ? toStore(place) : undefined;
}

/** Only the store is read, so that variables of other parts, such as keys of upstreams, may be absent. */
async function readStore(named: string): Promise<StoreConfig> {
  const file = findConfigFile(named);
  const given = await loadConfig(file);
  const store = (given as { readonly store?: unknown } | null)?.store;
  const models = [{ id: "none", embedded: "echo" }];
  const only = { store, models, allowAnonymous: true };
  const checked = await checkConfig(only, file, process.env);
  if (checked.store && checked.store.type !== "memory") return checked.store;
  throw new Failure(`${file} names no database: its gateway keeps everything in memory.`, {
    hint: "Ask the running gateway instead: --url.",
  });
}
