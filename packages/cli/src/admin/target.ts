import { readAddress } from "../commands/options/values.js";
import { checkConfig } from "../config/check/check-config.js";
import { findConfigFile, loadConfig } from "../config/load/load-config.js";
import { toStore } from "../config/to-store.js";
import { Failure } from "../terminal/failure.js";
import type { AdminClient } from "./client/admin-client.js";
import type { TargetDatabase } from "./client/database-client.js";
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

async function openClient({ credential, ...options }: TargetOptions): Promise<AdminClient> {
  const url = findUrl(options);
  const found = url === undefined ? await findDatabase(options) : undefined;
  if (found === undefined) return openRunning({ url, credential });
  const { openDatabaseClient } = await import("./client/database-client.js");
  return openDatabaseClient(found);
}

/** A client of a gateway that runs. */
export async function openRunning({
  url,
  credential,
}: Pick<TargetOptions, "url" | "credential">): Promise<AdminClient> {
  const { openHttpClient } = await import("./client/http-client.js");
  return openHttpClient(url ?? findUrl({}) ?? defaultUrl, credential);
}

/** An address; that of the environment stands behind every option. */
function findUrl({ url, config, database }: TargetOptions): string | undefined {
  if (url !== undefined || config !== undefined || database !== undefined) return url;
  return process.env.DIGLOT_URL ? readAddress(process.env.DIGLOT_URL) : undefined;
}

async function findDatabase({
  config,
  database,
}: TargetOptions): Promise<TargetDatabase | undefined> {
  if (config !== undefined) return readDatabase(config);
  const place = database ?? process.env.DIGLOT_DATABASE;
  return place ? { store: toStore(place) } : undefined;
}

/** Only these members are read, so that variables of other parts, such as keys of upstreams, may be absent. */
async function readDatabase(named: string): Promise<TargetDatabase> {
  const file = findConfigFile(named);
  const { store: given, unknownAccounts } = Object((await loadConfig(file)) ?? {});
  const models = [{ id: "none", embedded: "echo" }];
  const only = { store: given, unknownAccounts, models, allowAnonymous: true };
  const { store, ...checked } = await checkConfig(only, file, process.env);
  if (store && store.type !== "memory") {
    return { store, unknownAccounts: checked.unknownAccounts ?? "unlimited" };
  }
  throw new Failure(`${file} names no database: its gateway keeps everything in memory.`, {
    hint: "Ask the running gateway instead: --url.",
  });
}
