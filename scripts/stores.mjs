// The stores by name, for what is measured and soaked. Each opens the same ledger in every process
// that asks.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryIdempotency, createMemoryLedger } from "@diglot/core";
import { createSqliteStore } from "@diglot/store-sqlite";

/** Opens a store: `{ ledger, idempotency, close() }`. `place` is a file or a schema. */
export async function openStore(name, place) {
  const open = stores[name];
  if (!open) throw new TypeError(`There is no store "${name}".`);
  return open(place);
}

const stores = {
  async memory() {
    return {
      ledger: createMemoryLedger(),
      idempotency: createMemoryIdempotency(),
      close: async () => undefined,
    };
  },
  async sqlite(path) {
    const store = createSqliteStore({ path });
    const { ledger, idempotency } = store;
    return { ledger, idempotency, close: async () => store.close() };
  },
  async postgres(schema) {
    const { createPostgresStore, fromPg } = await import("@diglot/store-postgres");
    const { default: pg } = await import("pg");
    // More connections than most calls at once; a server has 100 for all its clients by default.
    const pool = new pg.Pool({ connectionString: databaseUrl(), max: 20 });
    pool.on("error", () => undefined);
    const store = createPostgresStore({ query: fromPg(pool), schema });
    await store.migrate();
    return {
      ledger: store.ledger,
      idempotency: store.idempotency,
      close: () => pool.end(),
      /** Makes PostgreSQL itself refuse any transaction that would overspend. */
      async forbidOverspending() {
        await pool.query(
          `alter table "${schema}".accounts
             add check (spent + reserved <= budget);
           create function "${schema}".judge_window() returns trigger language plpgsql as $$
           begin
             if new.spent + new.reserved >
               (select nano_dollars from "${schema}".budgets where id = new.budget_id)
             then
               raise exception 'A budget is overspent.';
             end if;
             return new;
           end $$;
           create trigger judge_window before insert or update on "${schema}".budget_windows
             for each row execute function "${schema}".judge_window();`,
        );
      },
      async drop() {
        await pool.query(`drop schema "${schema}" cascade`);
      },
    };
  },
};

/** A place of its own for the ledger of one run: `{ name, remove() }`. */
export async function makePlace(store) {
  if (store !== "sqlite") {
    return { name: `diglot_${randomBytes(6).toString("hex")}`, remove: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), "diglot-"));
  return {
    name: join(folder, "ledger.sqlite"),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The server of `DATABASE_URL`, or the one on the default port of this machine. */
export function databaseUrl() {
  return process.env.DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
}
