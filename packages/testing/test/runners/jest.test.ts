import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { failuresOf, runTestRunner } from "./run-test-runner.js";

const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
const fixture = fileURLToPath(new URL("./jest-fixture/", import.meta.url));
const run = (file: string) => runTestRunner([jest, "--json", "--ci", file], fixture);

describe("the Jest entry, built, in a run of Jest", () => {
  it("extends expect, and gives every test a fresh fake", async () => {
    const { exitCode, tests } = await run("passing.test.js");
    expect(tests.flatMap((test) => test.failureMessages)).toEqual([]);
    expect(tests.map((test) => test.status)).toEqual(["passed", "passed", "passed"]);
    expect(exitCode).toBe(0);
  }, 60_000);

  it("fails tests with messages that say what came instead", async () => {
    const { exitCode, tests } = await run("failing.test.js");
    const messages = failuresOf(tests);
    expect(exitCode).toBe(1);
    expect(tests.map((test) => test.status)).toEqual(Array(5).fill("failed"));
    expect(messages.get("a turn is left")).toMatch(/Left in the script:\n.*Never asked for\./);
    expect(messages.get("an unexpected request")).toContain("Is anybody there?");
    expect(messages.get("another tool")).toContain(
      'The tools that were offered:\n  request 0: get_weather\nDid you mean "get_weather"?',
    );
    expect(messages.get("another conversation")).toMatch(
      /-\s+"assistant: Goodbye!",\n\+\s+"assistant: Hello!",/,
    );
    expect(messages.get("a negated one")).toContain(
      'expected the fake not to have answered "Hello"\n\nThe answers:\n  request 0: "Hello!"',
    );
  }, 60_000);
});
