import { createMemoryLedger } from "@diglot/core";
import { tortureLedger } from "@diglot/testing/contracts";
import pg from "pg";
import { createPostgresStore, fromPg } from "@diglot/store-postgres";
for (const seed of [11, 12]) {
  const store = createMemoryLedger({ keepRows: 1e6 });
  const t = performance.now();
  const { problems, ...r } = await tortureLedger({ open: () => store, requests: 1500, seed });
  console.log("memory", Math.round(performance.now() - t), JSON.stringify(r), problems.slice(0, 3));
}
const schema = "torture_" + crypto.randomUUID().replaceAll("-", "");
const pools = [];
try {
  const open = () => { const pool = new pg.Pool({ connectionString: "postgres://postgres@127.0.0.1:5432/test", max: 8 }); pools.push(pool); return createPostgresStore({ query: fromPg(pool), schema }); };
  await open().migrate();
  const t = performance.now();
  const { problems, ...r } = await tortureLedger({ open: () => open().ledger, requests: 600, seed: 5, lease: 1500 });
  console.log("postgres", Math.round(performance.now() - t), JSON.stringify(r), problems.slice(0, 5));
} finally {
  await pools[0].query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  for (const p of pools) await p.end();
}
