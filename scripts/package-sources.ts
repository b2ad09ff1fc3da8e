import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { coreSources } from "./core-sources.ts";

const packages = new URL("../packages/", import.meta.url);

/** The entries of `@diglot/testing` beside its index, with their sources. */
const testingEntries = {
  conformance: "conformance/index.ts",
  contracts: "contracts/index.ts",
  jest: "matchers/jest.ts",
  rules: "rules/index.ts",
  vitest: "matchers/vitest.ts",
};

const toAlias = (name: string, path: string) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(path, packages)),
});

/** The packages whose only entry is their index, and the index of the others. */
const indexes = readdirSync(packages)
  .filter((folder) => folder !== "core")
  .filter((folder) => existsSync(new URL(`${folder}/src/index.ts`, packages)))
  .map((folder) => {
    const { name } = JSON.parse(readFileSync(new URL(`${folder}/package.json`, packages), "utf8"));
    return toAlias(name, `${folder}/src/index.ts`);
  });

/**
 * The entries of all packages by name, with their sources, as aliases. What runs in the process of the
 * test then runs from the sources, and needs no build; what a test starts in another process does not.
 */
export const packageSources = [
  ...coreSources,
  ...indexes,
  ...Object.entries(testingEntries).map(([entry, path]) =>
    toAlias(`@diglot/testing/${entry}`, `testing/src/${path}`),
  ),
];
