// Prints what accounting costs: which calls of the ledger a request makes and which of them it waits
// for, how many reservations and settlements a store takes in a second, and what it adds to requests.
// All run on this machine in turns, so that a slow moment of it meets all of them; numbers are the
// medians of the rounds.
//
//   npm run speed:accounting -- --stores memory,sqlite --seconds 3 --rounds 5
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
  noUsage,
} from "@diglot/core";
import { measureLoad, medianOf, pause, printTable } from "./load.mjs";
import { makePlace, openStore } from "./stores.mjs";
import { countCalls, slowDown, withoutAccounting } from "./wrapped-ledgers.mjs";

const { values } = parseArgs({
  options: {
    stores: { type: "string", default: "memory,sqlite,postgres" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "5" },
  },
});
const [seconds, rounds] = [values.seconds, values.rounds].map(Number);

/** Requests that run at once. */
const concurrency = 100;
/** Accounts that they are spread over. */
const accounts = 64;
/** Milliseconds that the model takes: short for one, so that accounting shows. */
const modelTime = 250;
/** Requests that are asked one after the other. */
const askedAlone = 20;
/** Milliseconds that each call of the slow ledger takes. */
const slowness = 50;
const lease = 60_000;
const prices = { input: 3, output: 15 };
const body = JSON.stringify({
  model: "m",
  max_tokens: 100,
  stream: true,
  messages: [{ role: "user", content: "hello" }],
});
let nextPair = 0;
const names = await findStores(values.stores.split(","));

console.log(
  `Node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
);
await showCalls();
await showPairs();
await showPaced();
await showSaturated();

/** What a request calls when, and what a slow ledger adds to it. */
async function showCalls() {
  const { ledger, counts, enter } = countCalls(createMemoryLedger());
  const quick = await measureAnswers(ledger, enter);
  const slow = await measureAnswers(slowDown(createMemoryLedger(), slowness));
  printTable(
    "Calls of the ledger for one request",
    ["before the first event", "between events", "after the last"],
    [["before", "between", "after"].map((phase) => describeCalls(counts[phase]))],
  );
  printTable(
    `What a ledger adds whose every call takes ${slowness} ms`,
    ["to the first byte", "to the last byte"],
    [[ms(slow.first - quick.first), ms(slow.last - quick.last)]],
  );
}

/** What a store can do by itself. At full load times are those of a queue. */
async function showPairs() {
  const results = await inTurns(names, async ({ ledger }) => {
    const alone = await measureLoad({ seconds: seconds / 4, concurrency: 1 }, pairsOf(ledger));
    const { perSecond, p50, p99 } = await measureLoad({ seconds, concurrency }, pairsOf(ledger));
    return { aloneP50: alone.p50, aloneP99: alone.p99, perSecond, p50, p99 };
  });
  printTable(
    `A reservation and its settlement, on ${accounts} accounts`,
    ["store", "alone: p50", "p99", `${concurrency} at once: pairs a second`, "p50", "p99"],
    names.map((name) => {
      const { aloneP50, aloneP99, perSecond, p50, p99 } = medianOf(results[name]);
      return [
        name,
        us(aloneP50 * 1_000),
        us(aloneP99 * 1_000),
        perSecond.toFixed(0),
        ms(p50),
        ms(p99),
      ];
    }),
  );
}

/** A load that the machine can bear: what is added is time that callers wait for longer. */
async function showPaced() {
  const load = { seconds, concurrency, stagger: modelTime / concurrency };
  const results = await inTurns(["none", ...names], (store) =>
    measureRequests(store, modelTime, load),
  );
  printTable(
    `${concurrency} requests at once to a model that takes ${modelTime} ms, streamed`,
    [
      "ledger",
      "p50",
      "p99",
      "adds (p50)",
      "adds (p99)",
      "CPU for one",
      "reserve",
      "heartbeat",
      "settle",
    ],
    ["none", ...names].map((name) => {
      const { p50, p99, cpu, ...calls } = medianOf(results[name]);
      const added = medianOf(
        results[name].map((result, round) => less(result, results.none[round])),
      );
      const counts = [calls.reserve, calls.heartbeat, calls.settle].map((count) =>
        count.toFixed(2),
      );
      return [name, ms(p50), ms(p99), ms(added.p50), ms(added.p99), us(cpu), ...counts];
    }),
  );
  console.log("\nThe last three are calls for one request.");
}

/** As much as one process can do. Times are those of a queue here and say nothing of a ledger. */
async function showSaturated() {
  const load = { seconds, concurrency };
  const results = await inTurns(["none", ...names], (store) => measureRequests(store, 0, load));
  printTable(
    `${concurrency} requests at once to a model that answers at once`,
    ["ledger", "requests a second", "CPU for one"],
    ["none", ...names].map((name) => {
      const { perSecond, cpu } = medianOf(results[name]);
      return [name, perSecond.toFixed(0), us(cpu)];
    }),
  );
}

/** The stores that can be opened; a database that does not answer is named and left out. */
async function findStores(asked) {
  const found = [];
  for (const name of asked) {
    try {
      await withStore(name, () => undefined);
      found.push(name);
    } catch (error) {
      if (error.code !== "ECONNREFUSED") throw error;
      console.log(`${name} is left out: no server answers at DATABASE_URL or on the default port.`);
    }
  }
  return found;
}

/** All in each round, the first of them another one each time; the results by name, in the order of the rounds. */
async function inTurns(all, measure) {
  const results = Object.fromEntries(all.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const first = round % all.length;
    for (const name of [...all.slice(first), ...all.slice(0, first)]) {
      results[name].push(await withStore(name, measure));
    }
  }
  return results;
}

/** Runs `work` with a store of its own. */
async function withStore(name, work) {
  if (name === "none") return work({ ledger: withoutAccounting });
  const place = await makePlace(name);
  const store = await openStore(name, place.name);
  try {
    return await work(store);
  } finally {
    await store.drop?.();
    await store.close();
    await place.remove();
  }
}

function pairsOf(ledger) {
  return async () => {
    const id = nextPair++;
    const attemptId = `att_${id}`;
    const settledAt = Date.now();
    await ledger.reserve(reservationOf(attemptId, `account-${id % accounts}`), lease);
    await ledger.settle({
      attemptId,
      usage: noUsage,
      costNanoDollars: 1,
      end: "completed",
      settledAt,
    });
  };
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
    prices,
    onCallerGone: "bill-observed",
  };
}

async function measureRequests(store, time, load) {
  const { ledger, counts } = countCalls(store.ledger);
  const service = serve(ledger, async function* () {
    if (time > 0) await pause(time);
    yield "hello";
  });
  let asked = 0;
  const result = await measureLoad(load, async () => {
    await ask(service, asked++ % accounts);
  });
  await service.close();
  const perRequest = (name) => (counts.all[name] ?? 0) / asked;
  const calls = ["reserve", "heartbeat", "settle"].map((name) => [name, perRequest(name)]);
  return { ...result, ...Object.fromEntries(calls) };
}

/** Milliseconds to the first and to the last byte of a stream of some events, one request after the other. */
async function measureAnswers(ledger, enter = () => undefined) {
  const service = serve(ledger, async function* () {
    for (let event = 0; event < 10; event++) {
      await pause(2);
      enter("between");
      yield "hello ";
    }
    enter("after");
  });
  const answers = [];
  for (let request = 0; request < askedAlone; request++) {
    enter("before");
    answers.push(await ask(service, 0));
  }
  await service.close();
  return medianOf(answers);
}

function serve(ledger, respond) {
  const keys = Array.from({ length: accounts }, (_, account) => ({
    key: keyOf(account),
    accountId: `account-${account}`,
  }));
  return createService({
    models: [defineModel("m", respond, { prices })],
    keys: createMemoryKeys(keys),
    ledger,
  });
}

function keyOf(account) {
  return `sk-speed-${String(account).padStart(8, "0")}`;
}

/** Asks once and reads the answer to its end. */
async function ask(service, account) {
  const begun = performance.now();
  const response = await service.request("/v1/messages", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": keyOf(account),
      "anthropic-version": "2023-06-01",
    },
    body,
  });
  if (response.status !== 200) throw new Error(await response.text());
  let first;
  for await (const _ of response.body) first ??= performance.now() - begun;
  return { first, last: performance.now() - begun };
}

function describeCalls(counts = {}) {
  const all = Object.entries(counts).filter(([name]) => name !== "recover");
  return all.map(([name, count]) => `${name} ${count / askedAlone}`).join(", ") || "none";
}

function less(one, other) {
  return { p50: one.p50 - other.p50, p99: one.p99 - other.p99 };
}

function ms(number) {
  return `${number.toFixed(2)} ms`;
}

function us(number) {
  return `${number.toFixed(0)} µs`;
}
