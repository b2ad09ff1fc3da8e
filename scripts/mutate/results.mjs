import { readFileSync, writeFileSync } from "node:fs";
import { folders } from "./folders.mjs";

const file = "packages/conformance/mutation/results.json";

/**
 * The last result of each folder and of the mutations of requirements, each with the day of its run.
 * They are in the repository, so that one folder can be tested again without the others.
 */
export function readResults() {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Replaces the result of a folder. The folders keep the order in which they are tested. */
export function keepFolder({ files: _, ...result }) {
  const { folders: kept, ...others } = readResults();
  kept[result.name] = { day: today(), ...result };
  const names = folders.map(({ name }) => name).filter((name) => kept[name]);
  write({ folders: Object.fromEntries(names.map((name) => [name, kept[name]])), ...others });
}

/** Replaces the result of the mutations of requirements. */
export function keepRequirements(score) {
  write({ ...readResults(), requirements: { day: today(), ...score } });
}

function today() {
  return new Date().toISOString().slice(0, 10);
}

function write(results) {
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
}
