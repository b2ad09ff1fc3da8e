// A service writes rows while a separate process delivers them to an unreliable stand-in for Stripe.
// The process is killed in the middle of a delivery, and another one continues.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createMemoryKeys, createService, defineModel, usage } from "@diglot/core";
import { deliverRows } from "@diglot/core/accounts";
import { createSqliteStore } from "@diglot/store-sqlite";
import { startStripe } from "./stand-in.mjs";

const folder = await mkdtemp(join(tmpdir(), "diglot-stripe-"));
/** @type {Record<string, string>} */
const customers = { ada: "cus_ada", bob: "cus_bob" };
await writeFile(join(folder, "customers.json"), JSON.stringify(customers));

// The ledger: two customers, and an account that is not a customer.

const store = createSqliteStore({ path: join(folder, "ledger.sqlite") });
let words = 0;
async function* respond() {
  words += 1;
  yield "Hello!";
  yield usage({ input: 1_000 + words, cacheRead: 333, output: words });
}
const service = createService({
  models: [
    defineModel("paid", respond, { prices: { input: 0.123457, cacheRead: 0.0123, output: 1.5 } }),
    defineModel("free", respond),
  ],
  keys: createMemoryKeys(
    ["ada", "bob", "staff"].map((accountId) => ({ key: `sk-of-${accountId}`, accountId })),
  ),
  ledger: store.ledger,
});

/** @param {number} count */
async function call(count) {
  for (let index = 0; index < count; index++) {
    const account = ["ada", "bob", "ada", "staff"][index % 4];
    const model = index % 5 === 0 ? "free" : "paid";
    const response = await service.request("/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer sk-of-${account}`, "content-type": "application/json" },
      body: JSON.stringify({ model, messages: [{ role: "user", content: "Hello?" }] }),
    });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
  }
}

// The delivery: killed when Stripe has accepted the 20th event but has not yet answered.

const stripe = await startStripe({
  onTaken: (count) => {
    if (count === 20) delivering.kill("SIGKILL");
  },
});

function startDelivery() {
  const environment = {
    LEDGER: join(folder, "ledger.sqlite"),
    CUSTOMERS: join(folder, "customers.json"),
    PUT_ASIDE: join(folder, "put-aside.ndjson"),
    STRIPE_BASE_URL: stripe.baseUrl,
    STRIPE_KEY: "sk_test_of_the_check",
    EVERY: "20",
  };
  const program = fileURLToPath(new URL("main.mjs", import.meta.url));
  return spawn(process.execPath, [program], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "ignore"],
  });
}

/** Code and signal. @param {import("node:child_process").ChildProcess} child */
const exitOf = (child) => once(child, "exit", { signal: AbortSignal.timeout(30_000) });

/** The ids of the rows that were put aside so far; a line may be half written. */
async function readPutAside() {
  const text = await readFile(join(folder, "put-aside.ndjson"), "utf8").catch(() => "");
  const lines = text.split("\n").slice(0, -1);
  return new Set(lines.map((line) => JSON.parse(line).row.attemptId));
}

await call(60);
let delivering = startDelivery();
process.once("exit", () => delivering.kill());
assert.deepEqual(await exitOf(delivering), [null, "SIGKILL"]);
delivering = startDelivery();
await call(40);
await service.close();

// In the end Stripe has the same sum as the ledger, and every row once.

const { rows } = await store.ledger.rows();
assert.equal(rows.length, 100);
const billed = rows.filter((row) => row.costNanoDollars > 0 && customers[row.accountId]);
const unbilled = rows.filter((row) => row.costNanoDollars > 0 && !customers[row.accountId]);
const deadline = Date.now() + 30_000;
while (stripe.taken.size < billed.length || (await readPutAside()).size < unbilled.length) {
  assert.ok(Date.now() < deadline, `${stripe.taken.size} of ${billed.length} rows have come.`);
  await wait(20);
}
delivering.kill("SIGTERM");
assert.deepEqual(await exitOf(delivering), [0, null]);

assert.deepEqual([...stripe.taken.keys()].sort(), billed.map((row) => row.attemptId).sort());
for (const [accountId, customer] of Object.entries(customers)) {
  const events = [...stripe.taken.values()].filter((event) => event.customer === customer);
  const sum = events.reduce((nanoDollars, { value }) => nanoDollars + value, 0);
  assert.equal(sum, (await store.ledger.balance(accountId)).spent);
}

// A row without a customer is put aside, and the cursor is after the last row.

const ids = [...(await readPutAside())];
assert.deepEqual(ids.sort(), unbilled.map((row) => row.attemptId).sort());
const deliver = () => Promise.reject(new Error("There is a row left."));
assert.deepEqual(await deliverRows({ ledger: store.ledger, name: "stripe", deliver }), {
  delivered: 0,
});

const { failures, brokenConnections, duplicates } = stripe.counts;
assert.ok(failures > 0 && brokenConnections > 0 && duplicates > 0);
// Only the row that was left without an answer is repeated.
assert.ok(duplicates <= brokenConnections + 1, String(duplicates));
console.log(
  `stripe-meter: ${billed.length} events, each once, in spite of ${failures} failures,`,
  `${brokenConnections} broken connections, a crash and ${duplicates} repetitions`,
);
store.close();
stripe.close();
await rm(folder, { recursive: true });
