import { parseArgs } from "node:util";
import { keepFinding, tryKeptFindings } from "./findings.js";
import { printFinding, printSummary, printTurn } from "./print.js";
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
  },
});

/** Milliseconds of a turn. */
const turnTime = 5_000;
const until = performance.now() + Number(values.minutes) * 60_000;
const isOnce = values.cases !== undefined || values.path !== undefined;
const chosen = targets.filter(({ name }) => values.target?.includes(name) ?? true);
if (chosen.length === 0) throw new TypeError(`The targets are ${targets.map(({ name }) => name)}.`);

const counts = new Map<string, number>(chosen.map(({ name }) => [name, 0]));
const found = new Map<string, number>();

catchStrays();
if (values.path === undefined) (await tryKeptFindings(values.findings, chosen)).forEach(show);
for (let turn = 0; isOnce ? turn < chosen.length : performance.now() < until; turn += 1) {
  const target = chosen[turn % chosen.length];
  if (target) await takeTurn(target, Number(values.seed) + Math.floor(turn / chosen.length));
}
for (const target of chosen) await target.close?.();
printSummary(counts, found);
process.exitCode = found.size > 0 ? 1 : 0;
process.disconnect?.();

async function takeTurn(target: Target, seed: number): Promise<void> {
  process.send?.({ target: target.name, seed });
  const since = performance.now();
  const { cases, finding } = await runSlice({
    target,
    seed,
    path: values.path,
    milliseconds: isOnce ? Number.MAX_SAFE_INTEGER : Math.min(turnTime, until - since),
    cases: Number(values.cases ?? 1_000_000),
  });
  const all = (counts.get(target.name) ?? 0) + cases;
  counts.set(target.name, all);
  printTurn({
    target: target.name,
    seed,
    cases,
    all,
    seconds: (performance.now() - since) / 1_000,
  });
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
  if (values.keep) keepFinding(values.findings, finding);
}

/** Findings of a target that begin with the same words are taken for one. */
function kindOf({ target, error }: Finding): string {
  const [words = ""] = String(error instanceof Error ? error.message : error).split(/[:\n]/);
  return `${target}: ${words.slice(0, 100)}`;
}
