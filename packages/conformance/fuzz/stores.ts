import { randomBytes } from "node:crypto";
import {
  createMemoryIdempotency,
  createMemoryLedger,
  type FinalRow,
  type IdempotencyStore,
  type LedgerStore,
} from "@diglot/core";
import { createPostgresStore, fromPg } from "@diglot/store-postgres";
import { createSqliteStore } from "@diglot/store-sqlite";
import { createFakeClock, type FakeClock } from "@diglot/test-support/clock";
import fc from "fast-check";
import pg from "pg";

/** A store for one history. One on a server also holds the ids of other histories. */
export interface Opened {
  readonly ledger: LedgerStore;
  readonly idempotency: IdempotencyStore;
  /** Its clock; absent if it has the one of a server. */
  readonly clock?: FakeClock | undefined;
  readonly close: () => void;
}

/** Any kind of store. A server is slow, and the others are many histories. */
export const anyStore: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom("memory", "sqlite") },
  fc.constant("postgres"),
);

const kinds = new Map<string, () => Promise<Opened> | Opened>([
  ["memory", openMemory],
  ["sqlite", openSqlite],
  ["postgres", openPostgres],
]);

/** Opens a store of a kind. @throws TypeError if there is no such kind */
export async function openStore(kind: string): Promise<Opened> {
  const open = kinds.get(kind);
  if (!open) throw new TypeError(`There is no store ${kind}.`);
  return open();
}

let names = 0;

/** A name that no other history has, in this process or in another one on the same server. */
export function uniqueName(): string {
  names += 1;
  return `${process.pid}-${names}`;
}

/** All final rows of an account, page by page. */
export async function readRows(
  ledger: LedgerStore,
  accountId: string,
): Promise<readonly FinalRow[]> {
  const all: FinalRow[] = [];
  let after: string | undefined;
  for (;;) {
    const { rows, next } = await ledger.rows({ accountId, limit: 2, after });
    all.push(...rows);
    if (rows.length === 0) return all;
    after = next;
  }
}

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
