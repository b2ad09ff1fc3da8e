import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The licenses of all packages that are built into the package in this folder, as one text: those of
 * `builtIn` in its manifest, and those that they need. Empty if nothing is built in.
 * @param {string} folder
 * @returns {string}
 * @throws Error for a package that is not installed, or has no license file
 */
export function licensesOf(folder) {
  const found = new Map();
  for (const name of readManifest(folder).builtIn ?? []) collect(name, folder, found);
  return [...found.values()].join(`\n${"-".repeat(80)}\n\n`);
}

/** Adds the license of a package, as it is installed for another one, and those of its dependencies. */
function collect(name, parent, found) {
  const folder = findPackage(name, parent);
  const { version, dependencies = {} } = readManifest(folder);
  const id = `${name}@${version}`;
  if (found.has(id)) return;
  found.set(id, `${id}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`);
  for (const dependency of Object.keys(dependencies)) collect(dependency, folder, found);
}

/** The folder in which Node finds a package. */
function findPackage(name, parent) {
  const folder = join(parent, "node_modules", name);
  if (existsSync(folder)) return folder;
  if (dirname(parent) === parent) throw new Error(`${name} is not installed.`);
  return findPackage(name, dirname(parent));
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
