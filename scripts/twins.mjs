// Sends many requests with one idempotency key at once to several processes on one store, and shows
// that the model behind them is called once.
//
//   npm run twins -- --store postgres
//
// Prints the counts as JSON, with `--json` in one line. Fails if the model was called more than once, if
// a twin got another answer than the first or none, or if the ledger has more than one row.
import { once } from "node:events";
import { parseArgs } from "node:util";
import { printOutcome } from "./reliability/outcome.mjs";
import { startModelServer } from "./soak/model-server.mjs";
import { readRows } from "./soak/referee.mjs";
import { startGateway } from "./soak/start-gateway.mjs";
import { makePlace, openStore } from "./stores.mjs";

const { values } = parseArgs({
  options: {
    store: { type: "string", default: "postgres" },
    processes: { type: "string", default: "4" },
    twins: { type: "string", default: "1000" },
    json: { type: "boolean", default: false },
  },
});
const [processes, twins] = [values.processes, values.twins].map(Number);

const key = "sk-twins-0123456789abcdef";
const request = {
  method: "POST",
  headers: {
    "content-type": "application/json",
    "anthropic-version": "2023-06-01",
    "x-api-key": key,
    "idempotency-key": "twins",
  },
  body: JSON.stringify({
    model: "by-messages",
    max_tokens: 64,
    messages: [{ role: "user", content: "hello" }],
  }),
};

const place = await makePlace(values.store);
// Every choice of the model server in the middle: no failure, and an answer after 30 ms.
const model = await startModelServer(() => 0.5);
const store = await openStore(values.store, place.name);
const services = await Promise.all(Array.from({ length: processes }, start));
const answers = await Promise.all(
  Array.from({ length: twins }, (_, index) => askUntilKnown(index)),
);
await Promise.all(services.map(({ child }) => end(child)));

const rows = await readRows(store.ledger);
const calls = [...model.served.values()].reduce((sum, { times }) => sum + times, 0);
const different = new Set(answers.map(({ text }) => text)).size;
const waited = answers.filter(({ conflicts }) => conflicts > 0).length;
printOutcome(
  {
    promise: "P13",
    figures: { store: values.store, processes, twins, calls, different, rows: rows.length },
    details: { waited },
    held: calls === 1 && different === 1 && rows.length === 1 && answers[0].status === 200,
  },
  values,
);
model.close();
await store.drop?.();
await store.close();
await place.remove();

function start() {
  return startGateway({
    store: values.store,
    place: place.name,
    modelUrl: model.url,
    key,
    lease: 60_000,
  });
}

/** Asks again, as clients do, while the first twin is running or the service or its store is too busy. */
async function askUntilKnown(index) {
  const { port } = services[index % services.length];
  for (let conflicts = 0; ; conflicts++) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, request);
    const text = await response.text();
    if (![409, 429, 503, 529].includes(response.status)) {
      return { conflicts, status: response.status, text };
    }
    await new Promise((resolve) => setTimeout(resolve, 50 + 100 * Math.random()));
  }
}

async function end(child) {
  child.kill("SIGTERM");
  await once(child, "exit");
}
