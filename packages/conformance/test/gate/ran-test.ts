import type { RanTest } from "../../gate/ran-test.js";

/** A test that passed, but for what a test changes. */
export function ranTest(change: Partial<RanTest>): RanTest {
  return {
    file: "packages/core/test/a.test.ts",
    suites: [],
    title: "does it",
    state: "passed",
    missingPart: undefined,
    retries: 0,
    ...change,
  };
}
