import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, tryCase } from "./slice.js";
import type { Target } from "./target.js";

/** A finding as it is kept: its case, and what was wrong with it. */
interface KeptFinding {
  readonly target: string;
  readonly problem: string;
  readonly input: unknown;
}

/** Writes a finding to the folder of findings, named after its target and seed. */
export function keepFinding(folder: string, { target, seed, input, error }: Finding): void {
  const kept: KeptFinding = { target, problem: String(error).split("\n")[0] ?? "", input };
  writeFileSync(join(folder, `${target}-${seed}.json`), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Tries again what was found before. @returns what still fails */
export async function tryKeptFindings(
  folder: string,
  targets: readonly Target[],
): Promise<readonly Finding[]> {
  const failures: Finding[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const kept: KeptFinding = JSON.parse(readFileSync(join(folder, file), "utf8"));
    const target = targets.find(({ name }) => name === kept.target);
    if (!target) continue;
    const { input } = kept;
    await tryCase(target, input).catch((error) =>
      failures.push({ target: target.name, seed: 0, path: "", input, error, file }),
    );
  }
  return failures;
}
