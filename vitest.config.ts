import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { GateReporter } from "./packages/conformance/gate/gate-reporter.js";

const packages = readdirSync(new URL("./packages", import.meta.url)).filter((folder) =>
  existsSync(new URL(`./packages/${folder}/package.json`, import.meta.url)),
);

/** In CI the same choices are made in every run; elsewhere each run makes others. */
const seed = process.env.CI ? 20261122 : Math.floor(Math.random() * 2 ** 31);
process.env.DIGLOT_SEED ??= String(seed);

/** Where `.ci/run` wants a report that programs can read. */
const { DIGLOT_TEST_REPORT: report } = process.env;
const reporters = ["default", new GateReporter()];

export default defineConfig({
  test: {
    // Most tests wait for sockets and processes, so there is room for more than one on each core.
    maxWorkers: 2 * availableParallelism(),
    reporters: report ? [...reporters, ["json", { outputFile: report }]] : reporters,
    projects: packages.map((folder) => ({
      test: {
        name: folder,
        root: `./packages/${folder}`,
        include: ["src/**/*.test.ts", "test/**/*.test.ts"],
        environment: "node",
        setupFiles: [
          fileURLToPath(new URL("packages/test-support/src/use-seed.ts", import.meta.url)),
        ],
        // No test changes a module or a global, so files can share what they import.
        isolate: false,
        // A test ends when something happens. This limit is for what never happens.
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
