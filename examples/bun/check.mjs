// Runs main.mjs in Bun, if npm has a Bun for this machine.
import { spawnSync } from "node:child_process";
import { findTool } from "../../tools/find-tools.ts";

const bun = findTool("bun");
if (bun) process.exitCode = spawnSync(bun, ["main.mjs"], { stdio: "inherit" }).status ?? 1;
else console.log("skipped: bun not available");
