import { existsSync } from "node:fs";
import {
  createMemoryKeys,
  createSecret,
  createService,
  defineModel,
  type UnknownAccountsPolicy,
} from "@diglot/core";
import { adminEndpoints } from "@diglot/core/accounts";
import type { StoreConfig } from "../../config/types.js";
import { openStore } from "../../gateway/accounts/open-store.js";
import { Failure } from "../../terminal/failure.js";
import { hidePassword } from "../../terminal/hide-password.js";
import type { AdminClient, Send } from "./admin-client.js";
import { createClient } from "./create-client.js";

/**
 * A client of a database, whether a gateway runs on it or not. It asks the same endpoints as a client of
 * a running gateway, in this process, so that both check and answer alike. Only ids of models are not
 * checked, since a database does not know which models are served.
 * @throws Failure if the database cannot be opened
 */
export async function openDatabaseClient({
  store: config,
  unknownAccounts,
}: TargetDatabase): Promise<AdminClient> {
  const name = hidePassword(config.path ?? config.url ?? "");
  if (config.path !== undefined && !existsSync(config.path)) {
    throw new Failure(`${name} does not exist.`, {
      hint: "Name the file that the gateway uses: --database or `store.path` of its config.",
    });
  }
  const { value: stores, close } = await openStore(config, () => undefined);
  const credential = createSecret();
  const { keys, ledger } = stores;
  const endpoints = adminEndpoints({ credential, keys, ledger });
  const send: Send = async (path, init) => {
    const models = readModels(init.body).map((id) => defineModel(id, async function* () {}));
    const service = createService({
      ...{ models, keys: createMemoryKeys([]), endpoints, unknownAccounts },
      reporter: "silent",
    });
    return service.request(path, {
      ...init,
      headers: { ...init.headers, "x-api-key": credential },
    });
  };
  return { ...createClient({ name, send, close }), knowsPolicy: unknownAccounts !== undefined };
}

/** A database, and what the config of its gateway says of it. */
export interface TargetDatabase {
  readonly store: StoreConfig;
  /** Absent if only the database is known. */
  readonly unknownAccounts?: UnknownAccountsPolicy | undefined;
}

/** The models that a body names. The endpoints take only ids of models that the service has. */
function readModels(body: RequestInit["body"]): readonly string[] {
  if (typeof body !== "string") return [];
  const { models }: { readonly models?: unknown } = JSON.parse(body);
  return Array.isArray(models) ? [...new Set<string>(models)].filter((id) => id !== "") : [];
}
