import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../packages/core/", import.meta.url);
const { compilerOptions } = JSON.parse(readFileSync(new URL("tsconfig.test.json", folder), "utf8"));

/**
 * The entries of core by name, with their sources, as aliases. Core's tests, and what they share with
 * those of other packages, import them, so that there is one instance of each module.
 */
export const coreSources = Object.entries<readonly [string]>(compilerOptions.paths).map(
  ([name, [path]]) => ({
    find: new RegExp(`^${name}$`),
    replacement: fileURLToPath(new URL(path, folder)),
  }),
);
