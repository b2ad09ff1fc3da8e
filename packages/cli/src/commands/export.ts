import { type Command, Option } from "commander";
import type { ExportOptions } from "../admin/options.js";
import { administration } from "./options/headings.js";
import { addTargetOptions } from "./options/target.js";

/** Adds `diglot export`. */
export function addExport(program: Command): void {
  const command = program
    .command("export")
    .helpGroup(administration)
    .description("write what each attempt used and cost, a row for each, to standard output")
    .addOption(
      new Option("--format <format>", "how rows are written")
        .choices(["csv", "ndjson"])
        .default("csv"),
    )
    .option("-a, --account <id>", "only this account")
    .option("--after <cursor>", "only rows after this cursor, which the last export printed")
    .addOption(
      new Option(
        "--cursor <file>",
        "only rows after the last export; the file keeps the cursor",
      ).conflicts("after"),
    );
  addTargetOptions(command).action(async (given: ExportOptions) => {
    const { exportRows } = await import("../admin/export/export-rows.js");
    await exportRows(given);
  });
}
