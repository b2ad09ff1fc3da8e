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
  const folders = await readdir(join(root, "packages"));
  const manifests = await Promise.all(folders.map((folder) => readManifest(root, folder)));
  const published = manifests.filter((manifest) => manifest && !manifest.private);
  const workspaces = published.flatMap(({ name }) => ["--workspace", name]);
  const words = ["publish", "--ignore-scripts", ...workspaces];
  await run("npm", words, { cwd: root, env: environment, maxBuffer: 2 ** 26 });
}

async function readManifest(root, folder) {
  const file = join(root, "packages", folder, "package.json");
  // The folder of a removed package may still hold build output.
  return existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : undefined;
}
