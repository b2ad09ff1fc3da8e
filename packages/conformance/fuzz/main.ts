import { parseArgs } from "node:util";
import { keepFinding, tryKeptFindings } from "./findings.js";
import { printFinding, printOutcome, printSummary, printTurn } from "./print.js";
import { type Finding, runSlice, shrink } from "./slice.js";
import { catchStrays } from "./strays.js";
import type { Target } from "./target.js";
import { targets } from "./targets/index.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    cases: { type: "string" },
    target: { type: "string", multiple: true },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    path: { type: "string" },
    keep: { type: "boolean", default: false },
    findings: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  },
});

/** Milliseconds of a turn. */
const turnTime = 5_000;
const until = performance.now() + Number(values.minutes) * 60_000;
const isOnce = values.cases !== undefined || values.path !== undefined;
const chosen = targets.filter(({ name }) => values.target?.includes(name) ?? true);
if (chosen.length === 0) {
  throw new TypeError(`The targets are ${targets.map(({ name }) => name).join(", ")}.`);
}

const tried = new Map<string, number>(chosen.map(({ name }) => [name, 0]));
const found = new Map<string, number>();
let seed = Number(values.seed);

catchStrays();
if (values.path === undefined) (await tryKeptFindings(values.findings, chosen)).forEach(show);
for (let turn = 0; isOnce ? turn < chosen.length : performance.now() < until; turn += 1) {
  const target = chosen[turn % chosen.length];
  if (target) await takeTurn(target);
}
for (const target of chosen) await target.close?.();
printSummary(tried, found);
if (values.json) printOutcome(Number(values.minutes), tried, found);
process.exitCode = found.size > 0 ? 1 : 0;
process.disconnect?.();

/** A finding ends a slice, so a turn has as many slices as its time allows, each with its own seed. */
async function takeTurn(target: Target): Promise<void> {
  const end = Math.min(performance.now() + turnTime, until);
  do {
    process.send?.({ target: target.name, seed });
    await takeSlice(target, isOnce ? Number.MAX_SAFE_INTEGER : end - performance.now());
    if (!isOnce) seed += 1;
  } while (!isOnce && end - performance.now() > 100);
}

async function takeSlice(target: Target, milliseconds: number): Promise<void> {
  const since = performance.now();
  const { cases, finding } = await runSlice({
    ...{ target, seed, path: values.path, milliseconds },
    cases: Number(values.cases ?? 1_000_000),
  });
  const all = (tried.get(target.name) ?? 0) + cases;
  tried.set(target.name, all);
  const seconds = (performance.now() - since) / 1_000;
  printTurn({ target: target.name, seed, cases, all, seconds, found: finding && kindOf(finding) });
  if (finding) await noteSmallest(target, finding);
}

/** A finding of a known kind is counted; any other one is made smaller and shown. */
async function noteSmallest(target: Target, finding: Finding): Promise<void> {
  const isNew = !found.has(kindOf(finding));
  count(finding);
  if (isNew) show((await shrink(target, finding)) ?? finding);
}

function count(finding: Finding): void {
  const kind = kindOf(finding);
  found.set(kind, (found.get(kind) ?? 0) + 1);
}

function show(finding: Finding): void {
  if (!found.has(kindOf(finding))) count(finding);
  printFinding(finding);
  if (values.keep && finding.file === undefined) keepFinding(values.findings, finding);
}

/** Findings of a target that begin with the same words are taken for one. */
function kindOf({ target, error }: Finding): string {
  const [words = ""] = String(error instanceof Error ? error.message : error).split(/[:\n]/);
  return `${target}: ${words.slice(0, 100)}`;
}
