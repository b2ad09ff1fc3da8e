import { randomBytes } from "node:crypto";
import {
  createMemoryIdempotency,
  createMemoryLedger,
  type IdempotencyStore,
  type LedgerStore,
} from "@diglot/core";
import { createPostgresStore, fromPg } from "@diglot/store-postgres";
import { createSqliteStore } from "@diglot/store-sqlite";
import { createFakeClock, type FakeClock } from "@diglot/test-support/clock";
import pg from "pg";

/** A store for one history. One on a server also holds the ids of other histories. */
export interface Opened {
  readonly ledger: LedgerStore;
  readonly idempotency: IdempotencyStore;
  /** Its clock; absent if it has the one of a server. */
  readonly clock?: FakeClock | undefined;
  readonly close: () => void;
}

/** Opens each kind of store. A store on a server is there only if the server is. */
export const storeKinds = new Map<string, () => Promise<Opened> | Opened>([
  ["memory", openMemory],
  ["sqlite", openSqlite],
  ["postgres", openPostgres],
]);

function openMemory(): Opened {
  const clock = createFakeClock();
  const ledger = createMemoryLedger({ clock });
  return { ledger, idempotency: createMemoryIdempotency({ clock }), clock, close: () => undefined };
}

function openSqlite(): Opened {
  const clock = createFakeClock();
  const { ledger, idempotency, close } = createSqliteStore({ path: ":memory:", clock });
  return { ledger, idempotency, clock, close };
}

interface Server {
  readonly opened: Opened;
  /** Drops what was made on the server, and leaves it. */
  readonly leave: () => Promise<void>;
}

/** The server, once it was asked for; `undefined` if none answers. */
let server: Promise<Server | undefined> | undefined;

/** Without a server, the histories for it are tried in memory once more. */
async function openPostgres(): Promise<Opened> {
  server ??= connect();
  return (await server)?.opened ?? openMemory();
}

/** Leaves the server, if it was asked for. */
export async function closeStores(): Promise<void> {
  const connected = await server;
  server = undefined;
  await connected?.leave();
}

async function connect(): Promise<Server | undefined> {
  const url = process.env.DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
  const pool = new pg.Pool({ connectionString: url, max: 8, connectionTimeoutMillis: 2_000 });
  const schema = `fuzz_${randomBytes(6).toString("hex")}`;
  const store = createPostgresStore({ query: fromPg(pool), schema });
  try {
    await store.migrate();
  } catch {
    await pool.end();
    return undefined;
  }
  return {
    opened: { ...store, close: () => undefined },
    async leave() {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    },
  };
}
