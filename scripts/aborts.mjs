// Measures how soon the connection to the model closes after its caller has left, in the four states in
// which a caller can leave: before the head, while the stream flows, while it is silent, and while the
// socket is full because the caller reads nothing.
//
//   npm run aborts -- --runs 80
//
// Prints milliseconds for each state and way. Fails if a state's median is over 5 ms, its 99th
// percentile over 50 ms or its slowest over 250 ms. Other work on the machine counts, so run it alone.
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printOutcome, printProgress } from "./reliability/outcome.mjs";
import { percentile, round, startMeasured, ways } from "./streams/measured.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "80" },
    json: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);

/** Milliseconds of the median, the 99th percentile and the slowest. */
const limits = { p50: 5, p99: 50, slowest: 250 };

/** Each state: the model that leads to it, and what to wait for once its request has come. */
const states = [
  { name: "before the head", play: "unanswered", reach: () => wait(10 * Math.random()) },
  { name: "flowing", play: "flowing", reach: reading },
  { name: "silent", play: "silent", reach: reading },
  { name: "socket full", play: "endless", reach: untilWaiting },
];

const measured = await startMeasured();
const loadBefore = loadavg()[0];
const rows = [];
for (const { name, play, reach } of states) {
  for (const way of ways) {
    // The first call of each kind compiles code and opens connections.
    await abort(way, play, reach, `${play} ${way.name} first`);
    const times = [];
    for (let run = 0; run < runs; run++) {
      times.push(await abort(way, play, reach, `${play} ${way.name} ${run}`));
    }
    rows.push({ state: name, way: way.name, times });
    printProgress(`${name}, ${way.name}: ${round(percentile(times, 0.5))} ms`);
  }
}
await measured.stop();

const summaries = states.map(({ name }) => ({
  state: name,
  ...summarize(rows.filter(({ state }) => state === name).flatMap(({ times }) => times)),
}));
if (!values.json) {
  console.table(rows.map(({ state, way, times }) => ({ state, way, ...summarize(times) })));
  console.table(summaries);
}
const worst = (name) => Math.max(...summaries.map((summary) => summary[name]));
const figures = {
  aborts: rows.length * runs,
  ...Object.fromEntries(Object.keys(limits).map((name) => [`${name}Milliseconds`, worst(name)])),
  load: round(loadBefore),
};
const held = Object.entries(limits).every(([name, limit]) => worst(name) <= limit);
printOutcome({ promise: "P4", figures, held }, values);

/** Resolves with the milliseconds from the caller's departure to the end of the model's connection. */
async function abort(way, play, reach, prompt) {
  const { answer, leave } = measured.open(way, play, prompt);
  const exchange = await measured.models.exchangeOf(prompt);
  await reach(answer, exchange);
  const left = performance.now();
  leave();
  return (await exchange.closed) - left;
}

/** Reads what comes for a while. */
async function reading(answer) {
  (await answer).resume();
  await wait(10 + 20 * Math.random());
}

/** Reads nothing until the model has waited for its reader for a while. */
async function untilWaiting(answer, exchange) {
  await answer;
  for (let still = 0; still < 10; still = exchange.isWaiting() ? still + 1 : 0) await wait(5);
}

function summarize(times) {
  return {
    p50: round(percentile(times, 0.5)),
    p99: round(percentile(times, 0.99)),
    slowest: round(percentile(times, 1)),
  };
}
