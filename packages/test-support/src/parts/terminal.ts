import { spawnSync } from "node:child_process";
import { needs } from "./needs.js";

/** Options of tests that run a command on a terminal of its own: BSD's `script` takes other options. */
export const needsTerminal = needs("the program script of util-linux", hasScript());

function hasScript(): boolean {
  const { stdout } = spawnSync("script", ["--version"], { encoding: "utf8" });
  return stdout?.includes("util-linux") ?? false;
}
