import { inspect } from "node:util";
import type { Finding } from "./slice.js";

/** One turn of a target, as it is printed. */
export interface Turn {
  readonly target: string;
  readonly seed: number;
  /** The cases of this turn, and of all turns of the target. */
  readonly cases: number;
  readonly all: number;
  readonly seconds: number;
  /** What was found, in a few words. */
  readonly found: string | undefined;
}

/** Prints a line of progress. */
export function printTurn({ target, seed, cases, all, seconds, found }: Turn): void {
  const columns = [target.padEnd(21), `seed ${seed}`.padEnd(14), `${cases} cases`.padStart(14)];
  const end = found === undefined ? "" : `; found ${found}`;
  console.log(`${columns.join(" ")} in ${seconds.toFixed(1)} s, ${all} in all${end}`);
}

/** Prints a finding, and how to see it again. */
export function printFinding({ target, seed, path, input, error, file }: Finding): void {
  const again = `Again: npm run fuzz -- --target ${target} --seed ${seed} --path ${path}`;
  console.log(`\nFOUND in ${target}: ${inspect(error, { depth: 4 }).slice(0, 3_000)}`);
  console.log(`Case: ${JSON.stringify(input)}`);
  console.log(`${file === undefined ? again : `It is kept in findings/${file}`}\n`);
}

/** Prints how many cases were tried and what was found. */
export function printSummary(
  counts: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
): void {
  console.log("\nCases:");
  for (const [target, count] of counts) console.log(`  ${target.padEnd(20)} ${count}`);
  console.log(found.size === 0 ? "Found nothing." : "Found:");
  for (const [kind, times] of found) console.log(`  ${times} times: ${kind}`);
}

/** Prints the outcome in the one line that `npm run reliability` reads. */
export function printOutcome(
  minutes: number,
  counts: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
): void {
  const cases = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const figures = { minutes, targets: counts.size, cases, findings: found.size };
  console.log(JSON.stringify({ promise: "P10", figures, held: found.size === 0 }));
}
