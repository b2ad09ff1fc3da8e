import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { failuresOf, runTestRunner } from "./run-test-runner.js";

const { resolve } = createRequire(import.meta.url);
const vitest = join(resolve("vitest/package.json"), "../vitest.mjs");

describe.each([
  {
    name: "Jest",
    program: [resolve("jest/bin/jest"), "--json", "--ci"],
    folder: "./jest-fixture/",
  },
  {
    name: "Vitest",
    program: [vitest, "run", "--reporter=json", "--reporter=default"],
    folder: "./vitest-fixture/",
  },
])("the $name entry, built, in a run of $name", ({ program, folder }) => {
  const run = (file: string) =>
    runTestRunner([...program, file], fileURLToPath(new URL(folder, import.meta.url)));

  it("extends expect, and gives every test a fresh fake", async () => {
    const { exitCode, tests } = await run("passing.test.js");
    expect(tests.flatMap((test) => test.failureMessages)).toEqual([]);
    expect(tests.map((test) => test.status)).toEqual(["passed", "passed", "passed"]);
    expect(exitCode).toBe(0);
  });

  it("fails tests with messages that say what came instead", async () => {
    const { exitCode, tests, output } = await run("failing.test.js");
    const messages = failuresOf(tests);
    expect(exitCode).toBe(1);
    expect(tests.map((test) => test.status)).toEqual(Array(5).fill("failed"));
    expect(messages.get("a turn is left")).toMatch(/Left in the script:\n.*Never asked for\./);
    expect(messages.get("an unexpected request")).toContain("Is anybody there?");
    expect(messages.get("another tool")).toContain(
      'The tools that were offered:\n  request 0: get_weather\nDid you mean "get_weather"?',
    );
    expect(output).toMatch(/-\s+"assistant: Goodbye!",\n\s*\+\s+"assistant: Hello!",/);
    expect(messages.get("a negated one")).toContain(
      'expected the fake not to have answered "Hello"\n\nThe answers:\n  request 0: "Hello!"',
    );
  });
});
