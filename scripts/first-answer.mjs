// How far it is from nothing to the first answer, for each of the four kinds of people: publishes all
// packages in a registry on loopback, and goes each way in an empty folder, with an empty cache of npm.
// Packages of others come from their registry, so the seconds hold a download.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalModel } from "./first-answer/local-model.mjs";
import { waysOf } from "./first-answer/people.mjs";
import { walk } from "./first-answer/walk.mjs";
import { registryEnvironment } from "./registry/environment.mjs";
import { publishAll } from "./registry/publish-all.mjs";
import { startRegistry } from "./registry/registry.mjs";

const root = join(import.meta.dirname, "..");
const registry = await startRegistry();
const model = await startLocalModel();

try {
  await withNothingInstalled((environment) => publishAll(root, environment));
  for (const way of waysOf(model.url)) {
    print(way.who, await withNothingInstalled((environment) => walk(way, environment)));
  }
} finally {
  await registry.close();
  await model.close();
}

/** Runs with empty caches, and this registry in place of npm's own. */
async function withNothingInstalled(run) {
  const folder = await mkdtemp(join(tmpdir(), "diglot-npm-"));
  try {
    return await run(await registryEnvironment(registry.url, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function print(who, measured) {
  const total = measured.reduce((sum, { seconds }) => sum + seconds, 0);
  const steps = measured.length === 1 ? "1 step" : `${measured.length} steps`;
  console.log(`\nSomebody who ${who}: ${steps}, ${total.toFixed(1)} s`);
  for (const { title, seconds } of measured) console.log(`  ${seconds.toFixed(2)} s  ${title}`);
}
