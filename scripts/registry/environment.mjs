// The variables with which package managers take a registry on loopback in place of their own.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes a configuration with the registry and a credential for it, as npm refuses to publish without
 * one, and gives the variables. All caches are in the folder, so nothing is installed yet.
 * @param {string} url the registry
 * @param {string} folder an empty folder
 */
export async function registryEnvironment(url, folder) {
  const config = join(folder, "npmrc");
  await writeFile(config, `registry=${url}/\n${url.replace("http:", "")}/:_authToken=rehearsal\n`);
  return {
    ...process.env,
    npm_config_registry: `${url}/`,
    npm_config_userconfig: config,
    npm_config_replace_registry_host: "never",
    npm_config_provenance: "false",
    npm_config_cache: join(folder, "npm"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    BUN_INSTALL_CACHE_DIR: join(folder, "bun"),
    DENO_DIR: join(folder, "deno"),
  };
}
