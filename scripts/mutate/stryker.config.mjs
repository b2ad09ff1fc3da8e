// Mutates the folder that MUTATE_FOLDER names.
import { fileOf, folderOf } from "./folders.mjs";

const folder = folderOf(process.env.MUTATE_FOLDER);
const place = `reports/mutation/${fileOf(folder)}`;

export default {
  mutate: [
    ...folder.source.map((path) => `packages/${folder.package}/${path}`),
    `!packages/${folder.package}/**/*.test.ts`,
  ],
  testRunner: "vitest",
  // As a path, since it is not installed where Stryker looks for it.
  plugins: [
    new URL(
      "../../tools/mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js",
      import.meta.url,
    ).href,
  ],
  vitest: { configFile: "scripts/mutate/vitest.config.mjs", related: true, pool: "threads" },
  coverageAnalysis: "perTest",
  disableTypeChecks: false,
  // Long, so that other work on the machine does not count as a mutant that never ends.
  timeoutMS: 20_000,
  // Constants of modules are mutated, too, though all tests of the folder have to run for each.
  ignoreStatic: false,
  warnings: { slow: false },
  incremental: true,
  incrementalFile: `${place}.incremental.json`,
  ignorePatterns: [
    "dist",
    ".turbo",
    // At the root only: core has a folder of this name.
    "/tools",
    "examples",
    "packages/conformance",
    "packages/testing",
  ],
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: `${place}.json` },
};
