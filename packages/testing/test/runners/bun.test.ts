import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const bun = fileURLToPath(
  new URL("../../../../node_modules/@oven/bun-linux-x64/bin/bun", import.meta.url),
);
const cwd = fileURLToPath(new URL("./jest-fixture/", import.meta.url));
const run = (file: string) => spawnSync(bun, ["test", file], { cwd, encoding: "utf8" });

const isInstalled = existsSync(bun);
const needs = isInstalled ? "" : " (needs the runtime bun, which is not installed)";

describe.skipIf(!isInstalled)(`the Jest entry, built, in Bun's test runner${needs}`, () => {
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
