// Measures what callers cost who ask for an endless stream and read nothing of it, and whether their
// models are paused.
//
//   npm run slow-readers -- --readers 200
//
// Prints KiB on the heap and beside it for each reader: the median and the worst of several groups of
// readers. What the kernel holds for their sockets is not counted. Fails if a group has more than 256
// KiB for each reader, or if a model is not paused.
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printOutcome, printProgress } from "./reliability/outcome.mjs";
import { percentile, round, startMeasured, ways, waysInProcess } from "./streams/measured.mjs";

const { values } = parseArgs({
  options: {
    readers: { type: "string", default: "200" },
    json: { type: "boolean", default: false },
  },
});
const readers = Number(values.readers);
/** Readers whose memory is measured together. */
const groupSize = Math.min(25, readers);
/** The most KiB for each reader. */
const limit = 256;
/** Milliseconds without progress after which a stream counts as paused, and the most to wait for it. */
const still = 500;
const patience = 120_000;

const rows = [];
for (const way of [...ways, ...waysInProcess]) {
  const row = await measure(way);
  rows.push(row);
  printProgress(`${row.way}: ${row.median} KiB each, ${row.paused} of ${readers} paused`);
}
if (!values.json) console.table(rows);
const figures = {
  readers,
  medianKiB: percentile(
    rows.map(({ median }) => median),
    0.5,
  ),
  worstKiB: Math.max(...rows.map(({ worst }) => worst)),
  paused: Math.min(...rows.map(({ paused }) => paused)),
};
const held = figures.worstKiB <= limit && figures.paused === readers;
printOutcome({ promise: "P5", figures, held }, values);

/** Opens the readers group by group, each once those before it are paused. */
async function measure(way) {
  const measured = await startMeasured();
  const answers = [];
  const costs = [];
  let paused = 0;
  // The first readers compile code and grow what is grown once.
  await open(groupSize);
  for (let before = (await measured.holds()).bytes; answers.length < readers + groupSize; ) {
    const size = Math.min(groupSize, readers + groupSize - answers.length);
    paused += await open(size);
    const { bytes } = await measured.holds();
    costs.push((bytes - before) / size / 1_024);
    before = bytes;
  }
  await measured.stop();
  return {
    way: way.name,
    median: round(percentile(costs, 0.5)),
    worst: round(percentile(costs, 1)),
    paused,
  };

  /** Resolves with how many of the new readers are paused. */
  async function open(size) {
    const from = answers.length;
    for (let index = from; index < from + size; index++) {
      answers.push(measured.open(way, "endless", `reader ${index}`).answer);
    }
    await Promise.all(answers.slice(from));
    return way.by === "in-process" ? untilNothingYielded(size) : untilWaiting(from, size);
  }

  /** The models behind the service wait for their readers. */
  async function untilWaiting(from, size) {
    const exchanges = [];
    for (let index = from; index < from + size; index++) {
      exchanges.push(await measured.models.exchangeOf(`reader ${index}`));
    }
    const until = performance.now() + patience;
    for (let since = performance.now(); ; ) {
      const waiting = exchanges.filter((exchange) => exchange.isWaiting()).length;
      if (waiting < size) since = performance.now();
      if (performance.now() - since > still || performance.now() > until) return waiting;
      await wait(5);
    }
  }

  /** Models in the process yield nothing any more. */
  async function untilNothingYielded(size) {
    const until = performance.now() + patience;
    for (let last = -1; performance.now() < until; ) {
      const { yielded } = await measured.holds();
      if (yielded === last) return size;
      last = yielded;
      await wait(still);
    }
    return 0;
  }
}
