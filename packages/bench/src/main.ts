// Measures what Diglot costs, as ratios inside of one run, and prints one table.
//
//   npm run bench
//   npm run bench -- --only=inproc,http      # micro, inproc, listeners, responses, http, adapters, memory, sizes, start, ledgers, growth
//   npm run bench -- --rounds=7
//   npm run bench -- --compare main          # builds that state of the repository too; both take turns
//   npm run bench -- --profile               # writes CPU profiles and flame graphs to reports/profiles
//   npm run bench -- --out                   # also measures growth, and writes results.json for the page
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkOut } from "./compare/checkout.ts";
import { measureGrowth } from "./growth/measure.ts";
import { measureScenarios } from "./http/measure.ts";
import { adapterScenarios, scenarios } from "./http/scenarios.ts";
import { measureGroup } from "./inproc/measure.ts";
import { measureLedgers } from "./ledgers/measure.ts";
import { measureMemory } from "./memory/measure.ts";
import { profileExchanges, profileFolder, profileScenarios } from "./profile/profile-all.ts";
import { resultTable, skippedLines } from "./report/table.ts";
import { ownRoot } from "./shared/project.ts";
import type { Curve, Result, Row } from "./shared/result.ts";
import type { Run } from "./shared/run.ts";
import { measureSizes } from "./sizes/measure.ts";
import { measureStart } from "./start/measure.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "5" },
    compare: { type: "string" },
    profile: { type: "boolean", default: false },
    out: { type: "boolean", default: false },
  },
});

const sections: Readonly<Record<string, (run: Run) => Promise<readonly Row[]>>> = {
  micro: (run) => measureGroup(run, "micro"),
  inproc: (run) => measureGroup(run, "inproc"),
  listeners: (run) => measureGroup(run, "listeners"),
  responses: (run) => measureGroup(run, "responses"),
  http: (run) => measureScenarios(run, scenarios),
  adapters: (run) => measureScenarios(run, adapterScenarios),
  memory: measureMemory,
  sizes: measureSizes,
  start: measureStart,
  ledgers: measureLedgers,
};

const asked = values.only?.split(",") ?? [
  ...Object.keys(sections),
  ...(values.out ? ["growth"] : []),
];
for (const name of asked) {
  if (name !== "growth" && !(name in sections))
    throw new TypeError(`There is no section "${name}".`);
}
const rounds = Number(values.rounds);
if (!(rounds >= 1)) throw new TypeError("--rounds must be a number.");

const checkout = values.compare === undefined ? undefined : checkOut(values.compare);
const skipped = new Set<string>();
const run: Run = {
  builds: [ownRoot, ...(checkout ? [checkout.root] : [])],
  rounds,
  progress(what) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what}`);
  },
  skip(what, why) {
    const [reason] = (why instanceof Error ? why.message : String(why)).split("\n");
    skipped.add(`${what} (${reason})`);
  },
};

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    checkout?.remove();
    process.exit(1);
  });
}

try {
  if (values.profile) await profile();
  else await measure();
} finally {
  checkout?.remove();
}

async function measure(): Promise<void> {
  const rows: Row[] = [];
  for (const name of asked) rows.push(...((await sections[name]?.(run)) ?? []));
  const curves = asked.includes("growth") ? await measureGrowth(run) : [];
  run.progress("");
  show({ machine: describeMachine(), rounds, rows, curves, skipped: [...skipped] });
}

async function profile(): Promise<void> {
  if (asked.includes("inproc")) await profileExchanges(run);
  if (asked.includes("http")) await profileScenarios(run);
  run.progress("");
  console.log(`The profiles are in ${profileFolder}.`);
}

function show(result: Result): void {
  console.log(`${result.machine}, ${rounds} rounds\n\n${resultTable(result.rows)}`);
  for (const curve of result.curves) console.log(`\n${describeCurve(curve)}`);
  if (skipped.size > 0) console.log(`\n${skippedLines(result)}`);
  if (!values.out) return;
  const path = join(import.meta.dirname, "../results.json");
  writeFileSync(path, `${JSON.stringify(result, undefined, 2)}\n`);
}

function describeCurve({ title, y, series }: Curve): string {
  const lines = series.map(({ name, points }) => {
    const values = points.map(([x, { median }]) => `${x}: ${median.toFixed(2)}`);
    return `${name}: ${values.join(", ")}`;
  });
  return [`${title} (${y})`, ...lines].join("\n");
}

function describeMachine(): string {
  const load = loadavg()[0]?.toFixed(1);
  return `Node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model}, load ${load}`;
}
