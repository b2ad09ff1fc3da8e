import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileOf } from "./folders.mjs";

/**
 * Makes the next run test again the survivors that are not bound to single tests, such as constants of
 * a module: StrykerJS would not notice that a new test kills them.
 */
export function forgetUnboundSurvivors(folder) {
  const path = `reports/mutation/${fileOf(folder)}.incremental.json`;
  if (!existsSync(path)) return;
  const report = JSON.parse(readFileSync(path, "utf8"));
  for (const file of Object.values(report.files))
    file.mutants = file.mutants.filter((mutant) => !mutant.static || mutant.status === "Killed");
  writeFileSync(path, JSON.stringify(report));
}
