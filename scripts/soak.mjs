// Kills a service under load, again and again, and compares its ledger with what its model served.
//
//   npm run soak -- --store sqlite --kills 100
//   npm run soak -- --store postgres --kills 100 --processes 2
//   npm run soak -- --store postgres --kills 30 --outages
//
// With `--outages` the ledger is down half of the time, and the services go on in outboxes. Prints the
// counts as JSON, with `--json` in one line. Fails if a served attempt has no row or several, if it is
// free because its process was lost, if a row is not final, or if the account is not the sum of its rows.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { withOutbox } from "@diglot/core";
import { createSqliteOutbox } from "@diglot/store-sqlite";
import { printOutcome, printProgress } from "./reliability/outcome.mjs";
import { startCallers } from "./soak/callers.mjs";
import { startModelServer } from "./soak/model-server.mjs";
import { createRandom } from "./soak/random.mjs";
import { judge, readRows } from "./soak/referee.mjs";
import { startGateway } from "./soak/start-gateway.mjs";
import { makePlace, openStore } from "./stores.mjs";

const { values } = parseArgs({
  options: {
    store: { type: "string", default: "sqlite" },
    kills: { type: "string", default: "100" },
    processes: { type: "string", default: "1" },
    callers: { type: "string", default: "24" },
    outages: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const [kills, processes, callers, seed] = [
  values.kills,
  values.processes,
  values.callers,
  values.seed,
].map(Number);

/** Milliseconds of a row's lease: short, so that what was lost is recovered while the soak runs. */
const lease = 1_500;
/** One dollar, and ten cents for each kill: more than can be spent until then, so that nobody is refused. */
const credit = 1_000_000_000 + kills * 100_000_000;
const prices = { input: 3, output: 15 };
const key = "sk-soak-0123456789abcdef";

const random = createRandom(seed);
const place = await makePlace(values.store);
const model = await startModelServer(random);
const store = await openStore(values.store, place.name);
await store.ledger.credit({ id: "soak", accountId: "soak", nanoDollars: credit });

const { outages } = values;
const folder = await mkdtemp(join(tmpdir(), "diglot-outboxes-"));
const outboxOf = (index) => (outages ? join(folder, `outbox-${index}.sqlite`) : undefined);
const options = {
  store: values.store,
  place: place.name,
  modelUrl: model.url,
  key,
  lease,
  prices,
  outages: outages && { seed, since: Date.now() },
};
const since = performance.now();
const services = await Promise.all(Array.from({ length: processes }, (_, index) => start(index)));
const portOf = () => services[Math.floor(random() * services.length)]?.port;
const stop = startCallers({ count: callers, portOf, key, random });

for (let kill = 0; kill < kills; kill++) {
  await wait(60 + random() * 240);
  await restart(Math.floor(random() * services.length));
  if ((kill + 1) % 50 === 0) printProgress(`${kill + 1} kills, ${model.served.size} served`);
}
await wait(300);
const sums = await stop();
await Promise.all(services.map(({ child }) => end(child, "SIGTERM")));
await handOverAll();
await recoverAll();

const verdict = judge({
  served: model.served,
  rows: await readRows(store.ledger),
  balance: await store.ledger.balance("soak"),
  open: await store.ledger.countOpen(),
});
const seconds = Math.round((performance.now() - since) / 100) / 10;
const { faults, served, rows, differenceOfSums, recoveredButUnserved } = verdict;
printOutcome(
  {
    promise: "P1",
    figures: {
      ...{ store: values.store, kills, served, rows, missing: faults.missing },
      ...{ doubled: faults.doubled, servedForFree: faults.servedForFree },
      ...{ differenceOfSums, recoveredButUnserved },
    },
    details: { processes, outages, seed, seconds, ...sums, ...verdict },
    held: sums.refused === 0 && Object.values(faults).every((count) => count === 0),
  },
  values,
);
model.close();
await store.drop?.();
await store.close();
await place.remove();
await rm(folder, { recursive: true });

function start(index) {
  return startGateway({ ...options, outbox: outboxOf(index) });
}

async function restart(index) {
  const { child } = services[index];
  services[index] = { child, port: undefined };
  await end(child, "SIGKILL");
  services[index] = await startAgain(index);
}

/** A killed process may leave connections to its store open for a while, so that none is free. */
async function startAgain(index, attempts = 20) {
  try {
    return await start(index);
  } catch (error) {
    if (attempts === 0) throw error;
    await wait(500);
    return startAgain(index, attempts - 1);
  }
}

async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

/** Whatever was left in an outbox is handed over by the next process, which is this one. */
async function handOverAll() {
  for (let index = 0; outages && index < processes; index++) {
    const outbox = createSqliteOutbox({ path: outboxOf(index) });
    await withOutbox(store.ledger, outbox).close();
    outbox.close();
  }
}

/** Whatever was left open is recovered when its lease has passed. */
async function recoverAll() {
  const until = performance.now() + 4 * lease;
  while ((await store.ledger.countOpen()) > 0 && performance.now() < until) {
    await wait(lease / 4);
    await store.ledger.recover();
  }
}
