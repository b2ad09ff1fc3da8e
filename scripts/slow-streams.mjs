// Lets many callers read slow streams at once, each with a delta every 100 to 500 ms for some seconds,
// and counts what they cost and whether each arrives whole.
//
//   npm run slow-streams -- --streams 1000
//
// Prints KiB on the heap and beside it for each stream. Fails if a stream does not arrive whole, if
// they did not run at the same time, if one costs more than 256 KiB, or if a connection or a row of the
// ledger is left open afterwards.
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printOutcome, printProgress } from "./reliability/outcome.mjs";
import { round, startMeasured, ways } from "./streams/measured.mjs";
import { lastWord } from "./streams/model-server.mjs";

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "1000" },
    json: { type: "boolean", default: false },
  },
});
const streams = Number(values.streams);
/** The most KiB for each stream. */
const limit = 256;
/** Milliseconds that closed connections have to be counted as such. */
const patience = 10_000;

const relayed = ways.filter(({ format, by }) => format === by);
const rows = [];
for (const way of relayed) {
  const row = await measure(way);
  rows.push(row);
  printProgress(`${row.way}: ${row.complete} of ${streams} whole, ${row.each} KiB each`);
}
if (!values.json) console.table(rows);
const figures = {
  streams,
  complete: Math.min(...rows.map(({ complete }) => complete)),
  atOnce: Math.min(...rows.map(({ atOnce }) => atOnce)),
  eachKiB: Math.max(...rows.map(({ each }) => each)),
  leftOpen: Math.max(...rows.map(({ leftOpen }) => leftOpen)),
};
const areWhole = figures.complete === streams && figures.atOnce === streams;
const held = areWhole && figures.leftOpen === 0 && figures.eachKiB <= limit;
printOutcome({ promise: "P5", figures, held }, values);

async function measure(way) {
  const measured = await startMeasured();
  await readAll(measured, way, "first", 20);
  const { bytes: before } = await measured.holds();
  const reading = readAll(measured, way, "stream", streams);
  const numbers = Array.from({ length: streams }, (_, index) => index);
  await Promise.all(numbers.map((index) => measured.models.exchangeOf(`stream ${index}`)));
  const { bytes, rows: running } = await measured.holds();
  const complete = await reading;
  const leftOpen = await untilClosed(measured);
  await measured.stop();
  return {
    way: way.name,
    complete,
    atOnce: running,
    each: round((bytes - before) / running / 1_024),
    leftOpen,
  };
}

/** Resolves with how many streams arrived whole. */
async function readAll(measured, way, name, count) {
  const texts = Array.from({ length: count }, async (_, index) => {
    const { answer } = measured.open(way, "slow", `${name} ${index}`);
    let text = "";
    for await (const piece of await answer) text += piece;
    return text;
  });
  const outcomes = await Promise.allSettled(texts);
  return outcomes.filter(({ value = "" }) => isWhole(value)).length;
}

/** Whether a stream has its last word and the end of its format. */
function isWhole(text) {
  return text.includes(lastWord) && /message_stop|\[DONE\]/.test(text);
}

/** Waits until the service has no caller and no open row. Resolves with how many are left. */
async function untilClosed(measured) {
  for (const until = performance.now() + patience; ; await wait(50)) {
    const { callers, rows: open } = await measured.holds();
    if (callers + open === 0 || performance.now() > until) return callers + open;
  }
}
