// How far it is from nothing to the first answer, for each of the four kinds of people: packs all
// packages, offers them in a registry on loopback, and goes each way in an empty folder, with an empty
// cache of npm. Packages of others come from their registry, so the seconds hold a download.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalModel } from "./first-answer/local-model.mjs";
import { waysOf } from "./first-answer/people.mjs";
import { startRegistry } from "./first-answer/registry.mjs";
import { walk } from "./first-answer/walk.mjs";

const root = join(import.meta.dirname, "..");
const registry = await startRegistry(root);
const model = await startLocalModel();

try {
  for (const way of waysOf(model.url)) {
    const cache = await mkdtemp(join(tmpdir(), "diglot-npm-"));
    const measured = await walk(way, environmentOf(cache));
    print(way.who, measured);
    await rm(cache, { recursive: true, force: true });
  }
} finally {
  await registry.close();
  await model.close();
}

/** npm with nothing installed yet, and this registry in place of its own. */
function environmentOf(cache) {
  return {
    ...process.env,
    npm_config_registry: registry.url,
    npm_config_replace_registry_host: "never",
    npm_config_cache: cache,
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
}

function print(who, measured) {
  const total = measured.reduce((sum, { seconds }) => sum + seconds, 0);
  const steps = measured.length === 1 ? "1 step" : `${measured.length} steps`;
  console.log(`\nSomebody who ${who}: ${steps}, ${total.toFixed(1)} s`);
  for (const { title, seconds } of measured) console.log(`  ${seconds.toFixed(2)} s  ${title}`);
}
