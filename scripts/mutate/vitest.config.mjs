import { defineConfig } from "vitest/config";
import { folderOf } from "./folders.mjs";

const { package: name, tests } = folderOf(process.env.MUTATE_FOLDER);

// A mutant that makes a test wait for ever is killed by the time limit, so the limit is short.
export default defineConfig({
  test: {
    name,
    root: `packages/${name}`,
    include: tests,
    environment: "node",
    isolate: false,
    testTimeout: 2_000,
    hookTimeout: 4_000,
  },
});
