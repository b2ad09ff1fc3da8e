// Prints what accounting costs: reservations and settlements a second for each store, and the
// latency that it adds to 100 requests at once, beside the same load without accounting. All run on
// this machine in turns, so that the ratios can be compared.
//
//   npm run speed:accounting
import { parseArgs } from "node:util";
import { createMemoryKeys, createService, defineModel, noUsage } from "@diglot/core";
import { makePlace, openStore } from "./stores.mjs";

const { values } = parseArgs({
  options: {
    stores: { type: "string", default: "memory,sqlite,postgres" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

/** Requests that run at once. */
const concurrency = 100;
/** Accounts that the load is spread over. */
const accounts = 64;
/** Milliseconds that the model takes: short for one, so that accounting shows. */
const modelTime = 100;
const lease = 60_000;
const key = (account) => `sk-speed-${String(account).padStart(8, "0")}`;

const withoutAccounting = {
  reserve: async () => undefined,
  beat: async () => undefined,
  settle: async () => undefined,
  release: async () => undefined,
  recover: async () => [],
  record: async () => undefined,
};

const names = values.stores.split(",");
console.log(`pairs of reservation and settlement, ${concurrency} at once, ${accounts} accounts`);
for (const name of names) {
  const pairs = await withStore(name, (ledger) => measurePairs(ledger));
  console.log(`  ${name.padEnd(10)} ${format(pairs.perSecond, 0)} a second, ${describe(pairs)}`);
}

console.log(`\nrequests, ${concurrency} at once, to a model that takes ${modelTime} ms`);
const paced = await measureInTurns(modelTime);
printRequests(paced);
console.log(`\nrequests, ${concurrency} at once, to a model that answers at once`);
printRequests(await measureInTurns(0));

/** Runs `work` with a store of its own. */
async function withStore(name, work) {
  if (name === "none") return work(withoutAccounting);
  const place = await makePlace(name);
  const store = await openStore(name, place.name);
  try {
    return await work(store.ledger);
  } finally {
    await store.drop?.();
    await store.close();
    await place.remove();
  }
}

async function measurePairs(ledger) {
  let next = 0;
  return measure(seconds, async () => {
    const id = next++;
    const attemptId = `att_${id}`;
    await ledger.reserve(reservationOf(attemptId, `account-${id % accounts}`), lease);
    await ledger.settle({
      attemptId,
      usage: noUsage,
      costNanoDollars: 1,
      end: "completed",
      settledAt: Date.now(),
    });
  });
}

function reservationOf(attemptId, accountId) {
  return {
    attemptId,
    requestId: "req_1",
    accountId,
    keyId: "key_1",
    model: "m",
    format: "messages",
    openedAt: Date.now(),
    reservedNanoDollars: 1_000,
    reservedTokens: { input: 100, output: 100 },
    prices: { input: 3, output: 15 },
    onCallerGone: "bill-observed",
  };
}

/** Every store and none, in turns, so that a slow moment of the machine meets all of them. */
async function measureInTurns(time) {
  const all = ["none", ...names];
  const results = new Map(all.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of all) {
      results.get(name).push(await withStore(name, (ledger) => measureRequests(ledger, time)));
    }
  }
  return new Map([...results].map(([name, list]) => [name, median(list)]));
}

async function measureRequests(ledger, time) {
  const service = createService({
    models: [modelOf(time)],
    keys: createMemoryKeys(
      Array.from({ length: accounts }, (_, account) => ({
        key: key(account),
        accountId: `account-${account}`,
      })),
    ),
    ledger,
  });
  let next = 0;
  const result = await measure(seconds, async () => {
    const response = await service.request("/v1/messages", requestOf(next++ % accounts));
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  });
  await service.close();
  return result;
}

function modelOf(time) {
  return defineModel(
    "m",
    async function* () {
      if (time > 0) await new Promise((resolve) => setTimeout(resolve, time));
      yield "hello";
    },
    { prices: { input: 3, output: 15 } },
  );
}

function requestOf(account) {
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": key(account),
      "anthropic-version": "2023-06-01",
    },
    body: JSON.stringify({
      model: "m",
      max_tokens: 100,
      messages: [{ role: "user", content: "hello" }],
    }),
  };
}

/** Runs work over and over, so many at once, after a short warm-up. */
async function measure(duration, work) {
  await run(duration / 4, work);
  return run(duration, work);
}

async function run(duration, work) {
  const times = [];
  const since = performance.now();
  const until = since + duration * 1_000;
  const worker = async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(share * (times.length - 1))];
  return {
    perSecond: (times.length / (performance.now() - since)) * 1_000,
    p50: at(0.5),
    p99: at(0.99),
  };
}

function median(results) {
  const middle = (name) => {
    const numbers = results.map((result) => result[name]).sort((one, other) => one - other);
    return numbers[Math.floor(numbers.length / 2)];
  };
  return { perSecond: middle("perSecond"), p50: middle("p50"), p99: middle("p99") };
}

function printRequests(results) {
  const bare = results.get("none");
  for (const [name, result] of results) {
    const added =
      name === "none"
        ? "without accounting"
        : `adds ${format(result.p50 - bare.p50, 2)} ms (p50), ${format(result.p99 - bare.p99, 2)} ms (p99)`;
    console.log(
      `  ${name.padEnd(10)} ${format(result.perSecond, 0)} a second, ${describe(result)}; ${added}`,
    );
  }
}

function describe({ p50, p99 }) {
  return `p50 ${format(p50, 2)} ms, p99 ${format(p99, 2)} ms`;
}

function format(number, digits) {
  return number.toFixed(digits).padStart(digits === 0 ? 6 : 5);
}
