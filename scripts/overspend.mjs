// Lets several processes answer many requests at once against one small balance, with callers that
// leave at random moments, and shows that spent and reserved together never exceed it. The balance is
// that of the account's credits, of a budget of its key, or of a budget that renews each day.
//
//   npm run overspend -- --store postgres
//   npm run overspend -- --store sqlite --budget key
//   npm run overspend -- --store sqlite --budget day
//
// Prints the counts as JSON, with `--json` in one line, and fails if the balance was exceeded at any
// moment or if the account is not the sum of its rows. On PostgreSQL a constraint or a trigger judges
// every transaction; on SQLite the balance is read all the while.
import { once } from "node:events";
import { parseArgs } from "node:util";
import { printOutcome } from "./reliability/outcome.mjs";
import { askOnce } from "./soak/callers.mjs";
import { startModelServer } from "./soak/model-server.mjs";
import { createRandom } from "./soak/random.mjs";
import { judge, readRows } from "./soak/referee.mjs";
import { startGateway } from "./soak/start-gateway.mjs";
import { makePlace, openStore } from "./stores.mjs";

const { values } = parseArgs({
  options: {
    store: { type: "string", default: "postgres" },
    budget: { type: "string", default: "credits" },
    processes: { type: "string", default: "4" },
    requests: { type: "string", default: "1000" },
    json: { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const [processes, requests, seed] = [values.processes, values.requests, values.seed].map(Number);

const key = "sk-soak-0123456789abcdef";
const prices = { input: 3, output: 15 };
/** About what 40 requests reserve and 200 spend. */
const credit = 60_000_000;
const lease = 60_000;

const random = createRandom(seed);
const place = await makePlace(values.store);
const model = await startModelServer(random);
const store = await openStore(values.store, place.name);
await store.forbidOverspending?.();
const { give, read } = openBudget(values.budget);
await give();

const options = {
  store: values.store,
  place: place.name,
  modelUrl: model.url,
  key,
  lease,
  prices,
};
const services = await Promise.all(Array.from({ length: processes }, () => startGateway(options)));
const watch = watchBalance();
const outcomes = await Promise.all(Array.from({ length: requests }, (_, index) => ask(index)));
await Promise.all(services.map(({ child }) => end(child)));
const { highest, samples } = await watch.stop();

const verdict = judge({
  served: model.served,
  rows: await readRows(store.ledger),
  balance: await store.ledger.balance("soak"),
  open: await store.ledger.countOpen(),
});
const { spent, reserved } = await read();
const overshoot = Math.max(0, highest - credit, spent + reserved - credit);
const counts = countBy(outcomes);
const isWhole = Object.values(verdict.faults).every((count) => count === 0);
printOutcome(
  {
    promise: "P2",
    figures: {
      ...{ store: values.store, budget: values.budget, processes, requests },
      ...{ answered: counts.answered ?? 0, refused: counts.refused ?? 0, overshoot },
    },
    details: { seed, outcomes: counts, credit, spent, reserved, samples, highest, ...verdict },
    held: isWhole && overshoot === 0 && !outcomes.includes("broken"),
  },
  values,
);
model.close();
await store.drop?.();
await store.close();
await place.remove();

function ask(index) {
  const { port } = services[index % services.length];
  return askOnce(port, key, random).catch(() => "broken");
}

async function end(child) {
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** The small balance that all share: how it is given, and how what is used of it is read. */
function openBudget(kind) {
  const { ledger } = store;
  const owner = { accountId: "soak" };
  if (kind === "credits") {
    return {
      give: () => ledger.credit({ ...owner, id: "small", nanoDollars: credit }),
      read: () => ledger.balance("soak"),
    };
  }
  const budgets = {
    key: { ...owner, keyId: "key-1", period: "total" },
    day: { ...owner, period: "day", timeZone: zoneOfNoon() },
  };
  const budget = budgets[kind];
  if (!budget) throw new TypeError(`There is no budget "${kind}": use credits, key or day.`);
  return {
    give: () => ledger.setBudget({ ...budget, nanoDollars: credit }),
    read: async () => (await ledger.budgets("soak"))[0],
  };
}

/** A time zone in which it is about noon, so that no day ends while this runs. */
function zoneOfNoon() {
  const behind = new Date().getUTCHours() - 12;
  return `Etc/GMT${behind < 0 ? "-" : "+"}${Math.abs(behind)}`;
}

/** Reads the balance without a pause. */
function watchBalance() {
  let stopped = false;
  const observed = { highest: 0, samples: 0 };
  const watching = (async () => {
    while (!stopped) {
      const { spent, reserved } = await read();
      observed.highest = Math.max(observed.highest, spent + reserved);
      observed.samples += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return observed;
    },
  };
}

function countBy(list) {
  return Object.fromEntries(
    [...Map.groupBy(list, String)].map(([name, all]) => [name, all.length]),
  );
}
