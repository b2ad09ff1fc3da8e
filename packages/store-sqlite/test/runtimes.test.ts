import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { buildProgram } from "./build-program.js";

const modules = resolve(import.meta.dirname, "../../../node_modules");

/** Where the binary of each runtime lies if it is installed, and how it runs a program. */
const runtimes: readonly (readonly [name: string, binary: string, ...words: string[]])[] = [
  ["node-22", "node-22/bin/node", "--disable-warning=ExperimentalWarning"],
  ["node-26", "node-26/bin/node"],
  ["bun", "@oven/bun-linux-x64/bin/bun", "run"],
  ["deno", "@deno/linux-x64-glibc/deno", "run", "--allow-all"],
];

describe("a store on other runtimes", () => {
  for (const [name, path, ...words] of runtimes) {
    const binary = resolve(modules, path);
    const isInstalled = existsSync(binary);
    const needs = isInstalled ? "" : ` (needs the runtime ${name}, which is not installed)`;
    it.skipIf(!isInstalled)(`keeps all contracts on ${name}${needs}`, async () => {
      const program = await buildProgram("run-contracts");
      const { stdout, stderr } = spawnSync(binary, [...words, program], { encoding: "utf8" });
      expect(stderr).toBe("");
      expect(stdout).toMatch(/^\d\d+ cases$/);
    });
  }
});
