import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { coreSources } from "../core-sources.ts";
import { folderOf } from "./folders.mjs";

const { package: name, tests } = folderOf(process.env.MUTATE_FOLDER);

// A test that finds a mutant by chance would not find it the next time.
process.env.DIGLOT_SEED ??= "20261122";

/** A mutant for which a test would wait for ever is found after so many milliseconds. */
const patience = 2_000;

export default defineConfig({
  resolve: { alias: name === "core" ? coreSources : [] },
  test: {
    name,
    root: `packages/${name}`,
    include: tests,
    environment: "node",
    setupFiles: [resolve("packages/test-support/src/set-up.ts")],
    isolate: false,
    testTimeout: patience,
    hookTimeout: 2 * patience,
  },
});
