import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");
const folder = resolve(root, "packages/conformance/fuzz");

/** What `npm run fuzz` prints, and how it ends. */
function fuzz(...options: readonly string[]) {
  const program = resolve(root, "scripts/fuzz.mjs");
  const { status, stdout } = spawnSync(process.execPath, [program, ...options], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, lines: stdout.split("\n") };
}

const names = readdirSync(resolve(folder, "targets"))
  .map((file) => /name: "([\w-]+)"/.exec(readFileSync(resolve(folder, "targets", file), "utf8")))
  .flatMap((found) => found?.[1] ?? []);

describe("npm run fuzz", () => {
  it("tries each target, and what was found before, and finds nothing", () => {
    const { status, lines } = fuzz("--cases", "10", "--seed", "20261122");
    expect(lines).toContain("Found nothing.");
    expect(status).toBe(0);
    for (const name of names) expect(lines).toContainEqual(expect.stringMatching(`^${name} +seed`));
    expect(names.length).toBeGreaterThan(10);
  });
});

describe("what was found before", () => {
  it("says what it is a case of, and what was wrong", () => {
    const kept = readdirSync(resolve(folder, "findings")).map((file) =>
      JSON.parse(readFileSync(resolve(folder, "findings", file), "utf8")),
    );
    for (const finding of kept) {
      expect(names).toContain(finding.target);
      expect(finding.problem).toMatch(/\w/);
    }
    expect(kept.length).toBeGreaterThan(0);
  });
});
