import { spawnSync } from "node:child_process";
import { needsRuntime, programOf, type RuntimeName } from "@diglot/test-support/parts/runtimes";
import { describe, expect, it } from "vitest";
import { buildProgram } from "./build-program.js";

/** How each runtime runs a program. */
const runtimes: readonly (readonly [name: RuntimeName, ...words: string[]])[] = [
  ["node-22", "--disable-warning=ExperimentalWarning"],
  ["node-26"],
  ["bun", "run"],
  ["deno", "run", "--allow-all"],
];

describe("a store on other runtimes", () => {
  for (const [name, ...words] of runtimes) {
    it(`keeps all contracts on ${name}`, needsRuntime(name), async () => {
      const program = await buildProgram("run-contracts");
      const { stdout, stderr } = spawnSync(programOf(name), [...words, program], {
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      expect(stdout).toMatch(/^\d\d+ cases$/);
    });
  }
});
