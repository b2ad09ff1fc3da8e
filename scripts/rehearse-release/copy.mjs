// The release itself, in a copy of the last commit: versions, build, tarballs, publication.

import { readdir, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { run, step } from "./run.mjs";

/**
 * Publishes the copy in the registry that the environment names, and gives its version.
 * @param {string} root the repository's folder
 * @param {string} copy a folder that does not exist yet
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string>}
 */
export async function publishCopy(root, copy, environment) {
  await step("git clone", () => run(`git clone --quiet "${root}" "${copy}"`, root));
  await raiseVersions(root, copy);
  await step("npm ci", () => run("npm ci", copy));
  await step("npm run pack-release", () => run("npm run pack-release", copy, environment));
  await step("npm run release", () => run("npm run release", copy, environment));
  return JSON.parse(await readFile(join(copy, "packages/core/package.json"), "utf8")).version;
}

/** In the workflow of a release the versions are raised already, and no changeset is left. */
async function raiseVersions(root, copy) {
  const files = await readdir(join(copy, ".changeset"));
  if (!files.some((file) => file.endsWith(".md"))) {
    console.log("           No changesets: the versions are raised already.");
    return;
  }
  // The copy is installed afterwards, with the lock file of the new versions.
  const PATH = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  await step("npm run raise-versions", () =>
    run("npm run raise-versions", copy, { ...process.env, PATH }),
  );
}
