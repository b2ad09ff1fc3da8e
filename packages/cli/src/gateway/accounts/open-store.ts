import {
  createMemoryDocuments,
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  type DocumentStore,
  type IdempotencyStore,
  type KeyStore,
  type LedgerStore,
} from "@diglot/core";
import { dropUndefined } from "../../config/options/drop-undefined.js";
import type { StoreConfig } from "../../config/types.js";
import { Failure } from "../../terminal/failure.js";
import { reasonOf } from "../../terminal/reason-of.js";
import type { Resource } from "../lifecycle/resources.js";

/** What a gateway keeps. */
export interface Store {
  readonly keys: KeyStore;
  readonly ledger: LedgerStore;
  readonly idempotency: IdempotencyStore;
  readonly documents: DocumentStore;
}

/** Milliseconds until a connection to PostgreSQL must be there. */
const connectTimeout = 2_000;

/**
 * Opens a store; the package and the driver that it needs are loaded only now.
 * @throws Failure if it cannot be opened
 */
export async function openStore(
  config: StoreConfig,
  onError: (error: unknown) => void,
): Promise<Resource<Store>> {
  try {
    return await open(config, onError);
  } catch (cause) {
    const message = `The store of type "${config.type}" cannot be opened: ${reasonOf(cause)}`;
    throw new Failure(message, { cause });
  }
}

async function open(
  config: StoreConfig,
  onError: (error: unknown) => void,
): Promise<Resource<Store>> {
  const { path, url } = config;
  if (config.type === "sqlite" && path !== undefined) return openSqlite(config, path);
  if (config.type === "postgres" && url !== undefined) return openPostgres(config, url, onError);
  return openMemory(config);
}

function openMemory({
  keepRows,
  keepIdempotencyKeys: keepKeys,
  keepIdempotencyBytes: keepBytes,
}: StoreConfig): Resource<Store> {
  const keys = createMemoryKeys([]);
  const ledger = createMemoryLedger(dropUndefined({ keepRows }));
  const idempotency = createMemoryIdempotency(dropUndefined({ keepKeys, keepBytes }));
  const documents = createMemoryDocuments();
  return { value: { keys, ledger, idempotency, documents }, close: () => undefined };
}

async function openSqlite({ durability }: StoreConfig, path: string): Promise<Resource<Store>> {
  const { createSqliteStore } = await import("@diglot/store-sqlite");
  const store = createSqliteStore({ path, ...dropUndefined({ durability }) });
  return { value: store, close: () => store.close() };
}

/** The tables are made or brought to the newest version first. */
async function openPostgres(
  { schema, connections }: StoreConfig,
  url: string,
  onError: (error: unknown) => void,
): Promise<Resource<Store>> {
  const { createPostgresStore, fromPg } = await import("@diglot/store-postgres");
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeout,
    ...(connections && { max: connections }),
  });
  // Without a listener, a connection that breaks while it is idle would end the process.
  pool.on("error", onError);
  const store = createPostgresStore({ query: fromPg(pool), ...(schema && { schema }) });
  try {
    await store.migrate();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { value: store, close: () => pool.end() };
}
