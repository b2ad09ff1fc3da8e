// Measures every promise of docs/reliability.md, and prints the figures.
//
//   npm run reliability                       about three hours
//   npm run reliability -- --quick            short forms, about ten minutes
//   npm run reliability -- --only P1 --only P2
//   npm run reliability -- --table            writes the last results into the pages
//
// The results of each promise are kept in reports/reliability.json, so that several runs make one page.
// Fails if a promise is broken.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { createProgramRunner, runTests } from "./reliability/measure.mjs";
import { printProgress } from "./reliability/outcome.mjs";
import { replaceTable, toFigures, toPage } from "./reliability/page.mjs";
import { promises } from "./reliability/promises.mjs";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    table: { type: "boolean", default: false },
  },
});
const kept = "reports/reliability.json";
const page = "docs/reliability.md";
const reference = "docs/reference/reliability.md";

const results = readResults();
const chosen = promises.filter(({ id }) => !values.only || values.only.includes(id));
if (!values.table) await measureAll();
else writePages();
const broken = chosen.filter(({ id }) => results.promises[id]?.held !== true);
console.log(toFigures(chosen, results));
for (const { id } of broken) console.error(`${id} is broken or not measured.`);
if (broken.length > 0) process.exitCode = 1;

function writePages() {
  writeFileSync(page, replaceTable(readFileSync(page, "utf8"), promises, results));
  writeFileSync(reference, toPage(promises, results));
}

async function measureAll() {
  const runProgram = createProgramRunner();
  for (const [index, promise] of chosen.entries()) {
    printProgress(`${index + 1} of ${chosen.length}: ${promise.id} ${promise.sentence}`);
    results.promises[promise.id] = await measure(promise, runProgram);
    results.machine = describeMachine();
    mkdirSync("reports", { recursive: true });
    writeFileSync(kept, JSON.stringify(results, null, 1));
  }
}

async function measure({ programs, tests }, runProgram) {
  const runs = [];
  for (const { name, options, quick } of programs) {
    runs.push(await runProgram({ name, options: values.quick ? quick : options }));
  }
  if (tests.length > 0) runs.push(await runTests(tests));
  for (const { command, held } of runs) printProgress(`  ${held ? "held" : "BROKEN"}: ${command}`);
  return { runs, held: runs.every(({ held }) => held), quick: values.quick };
}

function readResults() {
  try {
    return JSON.parse(readFileSync(kept, "utf8"));
  } catch {
    return { machine: undefined, promises: {} };
  }
}

function describeMachine() {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const processor = cpus()[0]?.model ?? process.arch;
  const runtime = `Node ${process.versions.node} on ${process.platform}`;
  const date = new Date().toISOString().slice(0, 10);
  return `${availableParallelism()} cores (${processor}), ${gigabytes} GiB, ${runtime}, ${date}`;
}
