// Two services of our own stand in for real upstreams; both official clients and an administrator call.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkExport, readPages } from "./check-export.mjs";
import { checkRate, checkRotation } from "./check-keys.mjs";
import { checkBudget, checkCallerGone, checkIdempotency, checkSums } from "./check-money.mjs";
import { checkOutage } from "./check-outage.mjs";
import { checkSnippets } from "./check-snippets.mjs";
import { start, toLarge } from "./harness.mjs";
import { startStandIn } from "./stand-ins.mjs";

await checkSnippets();

const folder = await mkdtemp(join(tmpdir(), "diglot-accounts-"));
const upstreams = { large: await startStandIn("large"), small: await startStandIn("small") };

const running = await start(folder, upstreams);
const key = await checkSums(running);
await checkBudget(running);
await checkRate(running);
const once = await checkIdempotency(running, upstreams.large);
await checkRotation(running);
await checkCallerGone(running);
await checkOutage(running, folder);
const cursor = await checkExport(running);
const balance = await running.balanceOf(key);
await running.close();

// After a restart on the same folder everything is there: keys, balances, the answers to requests with
// an idempotency key, and the rows after a cursor.
const restarted = await start(folder, upstreams);
assert.deepEqual(await restarted.balanceOf(key), balance);
const { anthropic } = restarted.clientsOf(once.secret);
assert.deepEqual(await anthropic.messages.create(toLarge("Hello?"), once.options), once.answer);
await restarted.clientsOf(key).anthropic.messages.create(toLarge("Still there?"));
assert.ok((await restarted.balanceOf(key)).spent_nano_dollars > balance.spent_nano_dollars);
assert.equal((await readPages(restarted.administer, "ndjson", cursor)).lines.length, 1);
await restarted.close();
console.log(
  "accounts: budgets, rates, keys, repeated requests, early leavers, an outage, a restart",
);

for (const upstream of Object.values(upstreams)) await upstream.close();
await rm(folder, { recursive: true });
