import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { needsRuntime, programOf } from "@diglot/test-support/parts/runtimes";
import { describe, expect, it } from "vitest";

const cwd = fileURLToPath(new URL("./jest-fixture/", import.meta.url));
const run = (file: string) =>
  spawnSync(programOf("bun"), ["test", file], { cwd, encoding: "utf8" });

describe("the Jest entry, built, in Bun's test runner", needsRuntime("bun"), () => {
  it("extends expect, and gives every test a fresh fake", () => {
    const { status, stderr } = run("passing.test.js");
    expect(stderr).toContain("\n 3 pass\n 0 fail\n");
    expect(status).toBe(0);
  });

  it("fails tests with messages that say what came instead", () => {
    const { status, stderr } = run("failing.test.js");
    expect(stderr).toContain("\n 0 pass\n 5 fail\n");
    expect(stderr).toMatch(/Left in the script:\n.*Never asked for\./);
    expect(stderr).toContain("Is anybody there?");
    expect(stderr).toContain('request 0: get_weather\nDid you mean "get_weather"?');
    expect(stderr).toContain('expected the fake not to have answered "Hello"');
    expect(status).toBe(1);
  });
});
