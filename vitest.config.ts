import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { GateReporter } from "./packages/conformance/gate/gate-reporter.js";
import { coreSources } from "./scripts/core-sources.js";

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const packages = readdirSync(toPath("packages")).filter((folder) =>
  existsSync(toPath(`packages/${folder}/package.json`)),
);

/** Where the parts of the repository are that have tests, by their names. */
const folders: readonly (readonly [name: string, folder: string])[] = [
  ...packages.map((name) => [name, `packages/${name}`] as const),
  ["site", "site"],
];

/**
 * Packages whose files need a process each: their tests count its timers and sockets, or stop the time
 * of official clients, whose connections would remember it.
 */
const isolated: ReadonlySet<string> = new Set(["adapter-node-http", "conformance"]);

/**
 * Packages that run alone and one file after the other. Tests of `store-postgres` hold transactions
 * open, which delays what every reader of the same server sees; those of `inspector` draw pages, for
 * which several browsers at once would need more cores than most machines have.
 */
const alone: ReadonlySet<string> = new Set(["inspector", "store-postgres"]);

/** In CI the same choices are made in every run; elsewhere each run makes others. */
const seed = process.env.CI ? 20261122 : Math.floor(Math.random() * 2 ** 31);
process.env.DIGLOT_SEED ??= String(seed);

/** A test ends when something happens. This limit, in milliseconds, is for what never happens. */
const patience = process.env.DIGLOT_SWEEP ? 3_600_000 : 30_000;

/** Where `.ci/run` wants a report that programs can read. */
const { DIGLOT_TEST_REPORT: report } = process.env;
const reporters = ["default", new GateReporter()];

export default defineConfig({
  test: {
    // Most tests wait for sockets and processes, so there is room for more than one on each core.
    maxWorkers: 2 * availableParallelism(),
    // Tests of failures make services print them.
    silent: "passed-only",
    reporters: report ? [...reporters, ["json", { outputFile: report }]] : reporters,
    projects: folders.map(([name, folder]) => ({
      resolve: { alias: name === "core" ? coreSources : [] },
      test: {
        name,
        root: `./${folder}`,
        include: ["{src,test,theme}/**/*.test.ts"],
        environment: "node",
        setupFiles: [toPath("packages/test-support/src/set-up.ts")],
        // Elsewhere no test changes a module, so the files that a worker runs share what they import.
        isolate: isolated.has(name),
        ...(alone.has(name) && { maxWorkers: 1, sequence: { groupOrder: 1 } }),
        // Built packages are loaded as their users load them.
        server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
        testTimeout: patience,
        hookTimeout: patience,
        expect: { requireAssertions: true, poll: { timeout: patience } },
      },
    })),
  },
});
