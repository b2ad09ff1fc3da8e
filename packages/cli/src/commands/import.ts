import { type Command, Option } from "commander";
import { kinds } from "../import/kinds.js";
import type { ImportOptions } from "../import/options.js";
import { serving } from "./options/headings.js";

/** Adds `diglot import`. */
export function addImport(program: Command): void {
  program
    .command("import")
    .argument("<file>", "the file of another gateway, router or mock")
    .helpGroup(serving)
    .description(
      "turn a file of LiteLLM, claude-code-router, Portkey, aimock or HAR into a config, script or tape",
    )
    .addOption(
      new Option("--from <kind>", "the kind of the file (default: detected)").choices(kinds),
    )
    .option(
      "-o, --out <path>",
      "the file to write (default: diglot.config.json; fake.mjs for aimock; the folder tape for HAR)",
    )
    .option("-m, --model <id>", "the model of Portkey targets without a model")
    .option("--force", "replace a file that exists, or add to a tape")
    .option("--json", "print the report as JSON")
    .action(async (file: string, given: ImportOptions) => {
      const { runImport } = await import("../import/run-import.js");
      await runImport(file, given);
    });
}
