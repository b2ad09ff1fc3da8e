// Lets every limit of time expire on the real clock, and tries every limit of size and number at its
// edge.
//
//   npm run limit-times
//
// Each time is measured three times, and the middle one counts. Prints the counts as JSON, with `--json`
// in one line. Fails if a time is off by more than 5 % and 50 ms, if what is at a limit is refused, or if
// what is one above it is accepted.
import { parseArgs } from "node:util";
import { sizes } from "./limit-times/sizes.mjs";
import { limit, times } from "./limit-times/times.mjs";
import { printOutcome, printProgress } from "./reliability/outcome.mjs";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const rounds = 3;
const tolerance = Math.max(50, limit * 0.05);

const measured = {};
for (const [name, measure] of Object.entries(times)) {
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(Math.round(await measure()));
  measured[name] = all.toSorted((one, other) => one - other)[Math.floor(rounds / 2)];
  printProgress(`${name}: ${limit} ms, measured ${all.join(", ")}`);
}
const edges = {};
for (const [name, isExact] of Object.entries(sizes)) {
  edges[name] = await isExact();
  printProgress(`${name}: ${edges[name] ? "exact" : "NOT EXACT"}`);
}

const off = Object.values(measured).map((time) => Math.abs(time - limit));
const inexact = Object.values(edges).filter((isExact) => !isExact).length;
printOutcome(
  {
    promise: "P14",
    figures: {
      ...{ limitMs: limit, limitsOfTime: off.length, mostOffMs: Math.max(...off) },
      ...{ limitsOfSize: Object.keys(edges).length, inexact },
    },
    details: { measured, edges },
    held: inexact === 0 && off.every((milliseconds) => milliseconds <= tolerance),
  },
  values,
);
process.exit();
