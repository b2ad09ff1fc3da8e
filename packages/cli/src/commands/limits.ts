import type { Command } from "commander";
import type { AdminOptions, LimitOptions } from "../admin/options.js";
import { administration } from "./options/headings.js";
import { addLimitOptions } from "./options/limits.js";
import { addTarget } from "./options/target.js";

/** Adds `diglot limits`. */
export function addLimits(program: Command): void {
  const limits = program
    .command("limits")
    .helpGroup(administration)
    .description("set or remove the limits that all issued keys of an account share");
  addLimitOptions(addTarget(limits.command("set")))
    .argument("<account>", "the id of the account")
    .description("replace the limits of an account; an option you leave out means no limit")
    .action(async (account: string, given: LimitOptions & AdminOptions) => {
      const { setLimits } = await import("../admin/limits/set-limits.js");
      await setLimits(account, given);
    });
  addTarget(limits.command("remove"))
    .argument("<account>", "the id of the account")
    .description("remove all limits of an account; the limits of its keys stay")
    .action(async (account: string, given: AdminOptions) => {
      const { removeLimits } = await import("../admin/limits/set-limits.js");
      await removeLimits(account, given);
    });
}
