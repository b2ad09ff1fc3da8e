import type { Command } from "commander";
import type { StatusOptions } from "../admin/options.js";
import { administration } from "./options/headings.js";
import { addRunningTarget } from "./options/target.js";

/** Adds `diglot status`. */
export function addStatus(program: Command): void {
  addRunningTarget(program.command("status"))
    .helpGroup(administration)
    .description("show whether a running gateway can use its upstreams; exit code 1 if one fails")
    .option("--ask", "ask each upstream again first")
    .action(async (given: StatusOptions) => {
      const { showStatus } = await import("../admin/status/show-status.js");
      await showStatus(given);
    });
}
