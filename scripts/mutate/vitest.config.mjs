import { readFileSync } from "node:fs";
import { matchesGlob, relative, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { coreSources } from "../core-sources.ts";
import { folderOf } from "./folders.mjs";
import { inspectorPage } from "./inspector-page.mjs";

const { package: name, tests } = folderOf(process.env.MUTATE_FOLDER);

/**
 * The tests of a package import it by its name. In the sandbox that name leads to what is built in the
 * repository, where nothing is mutated, so it stands for the sources here. Other packages are built.
 */
function ownSources() {
  if (name === "core") return coreSources;
  const own = JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8")).name;
  return [{ find: new RegExp(`^${own}$`), replacement: resolve(`packages/${name}/src/index.ts`) }];
}

/** Runs the tests in the order of the folder: most mutants are found by the first ones, which are quick. */
class FolderSequencer extends BaseSequencer {
  async sort(files) {
    const root = resolve(`packages/${name}`);
    const rankOf = ({ moduleId }) =>
      tests.findIndex((pattern) => matchesGlob(relative(root, moduleId), pattern));
    return files.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

// A test that finds a mutant by chance would not find it the next time.
process.env.DIGLOT_SEED ??= "20261122";

/** A mutant for which a test would wait for ever is found after so many milliseconds. */
const patience = 5_000;

export default defineConfig({
  plugins: [inspectorPage],
  resolve: { alias: ownSources() },
  test: {
    name,
    root: `packages/${name}`,
    include: tests,
    environment: "node",
    setupFiles: [resolve("packages/test-support/src/set-up.ts")],
    isolate: false,
    sequence: { sequencer: FolderSequencer },
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    testTimeout: patience,
    hookTimeout: 2 * patience,
  },
});
