// Publishes every public package of this repository, as it is built, in a registry on loopback.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * @param {string} root the repository's folder
 * @param {NodeJS.ProcessEnv} environment names the registry
 */
export async function publishAll(root, environment) {
  for (const name of await readdir(join(root, "packages"))) {
    const directory = join(root, "packages", name);
    if (!(await isPublic(directory))) continue;
    await run("npm", ["publish", "--ignore-scripts"], { cwd: directory, env: environment });
  }
}

async function isPublic(directory) {
  const file = join(directory, "package.json");
  // The folder of a package that is gone may still hold what was built in it.
  return existsSync(file) && !JSON.parse(await readFile(file, "utf8")).private;
}
