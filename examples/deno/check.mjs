// Runs main.mjs in Deno, if npm has a Deno for this machine.
import { spawnSync } from "node:child_process";
import { findTool } from "../../tools/find-tools.ts";

const deno = findTool("deno");
const options = [
  "run",
  "--cached-only",
  "--allow-net=127.0.0.1",
  "--unstable-no-legacy-abort",
  "main.mjs",
];
if (deno) process.exitCode = spawnSync(deno, options, { stdio: "inherit" }).status ?? 1;
else console.log("skipped: deno not available");
