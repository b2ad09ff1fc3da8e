import { defineConfig } from "vitest/config";
import { GateReporter } from "../packages/conformance/gate/gate-reporter.js";

/** For what never happens. */
const patience = 120_000;

/** The checks of the built site, which `npm run site:check` runs. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["check/**/*.test.ts"],
    reporters: ["default", new GateReporter([])],
    // The files draw pages, for which several browsers at once would need more cores.
    fileParallelism: false,
    testTimeout: patience,
    hookTimeout: patience,
    expect: { requireAssertions: true, poll: { timeout: patience } },
  },
});
