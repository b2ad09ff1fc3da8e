import { type Command, Option } from "commander";
import type { ExportOptions } from "../admin/options.js";
import { administration } from "./options/headings.js";
import { addTargetOptions } from "./options/target.js";

/** Adds `diglot export`. */
export function addExport(program: Command): void {
  const command = program
    .command("export")
    .helpGroup(administration)
    .description("write one row per attempt, with usage and cost, to standard output")
    .addOption(
      new Option("--format <format>", "the format of the rows")
        .choices(["csv", "ndjson"])
        .default("csv"),
    )
    .option("-a, --account <id>", "only this account")
    .option("--after <cursor>", "only rows after this cursor, which the previous export printed")
    .addOption(
      new Option(
        "--cursor <file>",
        "only rows after the previous export; this file stores the cursor",
      ).conflicts("after"),
    );
  addTargetOptions(command).action(async (given: ExportOptions) => {
    const { exportRows } = await import("../admin/export/export-rows.js");
    await exportRows(given);
  });
}
