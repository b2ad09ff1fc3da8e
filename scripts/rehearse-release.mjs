// Rehearses a release from the changesets to an answer in an empty folder: raises the versions in a copy
// of the last commit, builds and packs it, publishes it in a registry on loopback, checks every tarball,
// and installs the packages on Node 22, Node 24, Bun and Deno. Packages of others come from their registry.
//
//   npm run rehearse-release
//
// Prints one line for each step, and fails at the first fault. Changes nothing in this folder.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { walk } from "./first-answer/walk.mjs";
import { registryEnvironment } from "./registry/environment.mjs";
import { startRegistry } from "./registry/registry.mjs";
import { publishCopy } from "./rehearse-release/copy.mjs";
import { printStep, step } from "./rehearse-release/run.mjs";
import { tarballFaults } from "./rehearse-release/tarballs.mjs";
import { onRuntime, usersOf } from "./rehearse-release/users.mjs";

const begun = performance.now();
const folder = await mkdtemp(join(tmpdir(), "diglot-release-"));
const registry = await startRegistry();

try {
  const environment = await registryEnvironment(registry.url, folder);
  const copy = join(folder, "copy");
  const version = await publishCopy(join(import.meta.dirname, ".."), copy, environment);
  const names = [...registry.packages.documents.keys()];
  await step(`${names.length} tarballs of ${version}`, () => checkTarballs(copy));
  await rm(copy, { recursive: true, force: true });
  for (const user of usersOf({ names, version, registry: registry.url })) {
    await follow(user, environment);
  }
  printStep("in all", (performance.now() - begun) / 1000);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await registry.close();
  await rm(folder, { recursive: true, force: true });
}

async function checkTarballs(copy) {
  const faults = await tarballFaults(registry.packages, copy, join(folder, "tarballs"));
  if (faults.length > 0) throw new Error(`Faults of the tarballs:\n  ${faults.join("\n  ")}`);
}

async function follow(user, environment) {
  const variables = await onRuntime(user.runtime, environment, join(folder, user.runtime));
  for (const { title, seconds } of await walk(user, variables)) {
    printStep(`${user.runtime}: ${title}`, seconds);
  }
}
