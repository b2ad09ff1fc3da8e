// Builds the site and checks it in Chromium: `npm run site:check`. Without the tools it says so and
// does nothing, except in CI.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, tools } from "./places.ts";

const hasTools = existsSync(join(tools, "node_modules/.installed-lock.json"));
if (hasTools || process.env.CI) check();
else console.log("The site is not checked: its tools are not installed (tools/site).");

function check(): void {
  run(process.execPath, join(root, "site/src/main.ts"), "build");
  run("vitest", "run", "--config", join(root, "site/vitest.config.ts"));
}

/** Runs a program, and ends with its exit code if that is not 0. */
function run(program: string, ...words: readonly string[]): void {
  const { status } = spawnSync(program, words, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}
