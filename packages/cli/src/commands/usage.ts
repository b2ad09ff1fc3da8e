import { type Command, Option } from "commander";
import type { UsageOptions } from "../admin/options.js";
import { administration } from "./options/headings.js";
import { addTarget } from "./options/target.js";
import { readDay, readGroups } from "./options/values.js";

/** Adds `diglot usage`. */
export function addUsage(program: Command): void {
  addTarget(program.command("usage"))
    .helpGroup(administration)
    .description("sum usage and cost")
    .addOption(
      new Option(
        "--by <names>",
        "day, model, key, account, end_user, session, or several, separated by commas",
      )
        .argParser(readGroups)
        .default(["day"], "day"),
    )
    .option("--from <day>", "the first day, in UTC (default: 30 days up to the last one)", readDay)
    .option("--to <day>", "the last day, in UTC, included (default: today)", readDay)
    .option("-a, --account <id>", "only this account")
    .action(async (given: UsageOptions) => {
      const { showUsage } = await import("../admin/usage/show-usage.js");
      await showUsage(given);
    });
}
