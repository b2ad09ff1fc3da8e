import { resolve } from "node:path";
import { createVitest } from "vitest/node";
import { applyMutation } from "../../packages/conformance/gate/requirement-mutations.ts";
import { packageSources } from "../package-sources.ts";
import { inspectorPage } from "./inspector-page.mjs";

/** A mutation for which a test would wait for ever is caught after so many milliseconds. */
const patience = 10_000;

const settings = {
  include: ["packages/*/{src,test}/**/*.test.ts"],
  environment: "node",
  setupFiles: [resolve("packages/test-support/src/set-up.ts")],
  maxWorkers: 1,
  testTimeout: patience,
  hookTimeout: patience,
  expect: { requireAssertions: true },
};

/**
 * The tests of all packages on the sources of all packages, one of which can be changed as it is
 * loaded. No file changes, whatever becomes of the run.
 */
export async function openTests() {
  // What is chosen at random is the same with a mutation as without.
  process.env.DIGLOT_SEED ??= "20261122";
  let applied;
  const isMutated = (module) => applied !== undefined && module === resolve(applied.file);
  const mutator = {
    name: "mutator",
    enforce: "pre",
    transform: (code, module) => (isMutated(module) ? applyMutation(applied, code) : undefined),
    // Other modules may come from the cache, and the mutated one must not get into it.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : undefined)),
  };
  const vitest = await createVitest(
    { config: false, watch: false, silent: true, reporters: [{}] },
    { plugins: [inspectorPage, mutator], resolve: { alias: packageSources }, test: settings },
  );

  return {
    /** Runs the tests that cite the requirements of these mutations, with one of them applied if given. */
    async run(mutations, mutation) {
      applied = mutation;
      if (mutation) vitest.invalidateFile(resolve(mutation.file));
      try {
        return await runCiting(vitest, mutations);
      } finally {
        applied = undefined;
        if (mutation) vitest.invalidateFile(resolve(mutation.file));
      }
    },
    close: () => vitest.close(),
  };
}

async function runCiting(vitest, mutations) {
  const ids = mutations.map(({ id }) => id.replaceAll(".", "\\."));
  vitest.setGlobalTestNamePattern(new RegExp(`(?:^| )(?:${ids.join("|")})(?: |$)`));
  const files = [...new Set(mutations.map(({ test }) => resolve(test)))];
  const specifications = await vitest.globTestSpecifications(files);
  const { testModules } = await vitest.runTestSpecifications(specifications);
  return testModules.flatMap(({ moduleId: file, children }) =>
    [...children.allTests()].map((test) => ({
      file,
      title: test.name,
      state: test.result().state,
    })),
  );
}
