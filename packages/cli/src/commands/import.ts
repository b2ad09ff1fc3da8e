import { type Command, Option } from "commander";
import { kinds } from "../import/kinds.js";
import type { ImportOptions } from "../import/options.js";
import { serving } from "./options/headings.js";

/** Adds `diglot import`. */
export function addImport(program: Command): void {
  program
    .command("import")
    .argument("<file>", "a file of another gateway, router or mock")
    .helpGroup(serving)
    .description("turn a file of LiteLLM, claude-code-router, Portkey, aimock or HAR into ours")
    .addOption(new Option("--from <kind>", "what the file is (default: detected)").choices(kinds))
    .option(
      "-o, --out <path>",
      "what to write (default: diglot.config.json; fake.mjs for aimock; the folder tape for HAR)",
    )
    .option("-m, --model <id>", "the model of Portkey targets that name none")
    .option("--force", "replace a file that exists, or add to a tape")
    .option("--json", "print the report as JSON")
    .action(async (file: string, given: ImportOptions) => {
      const { runImport } = await import("../import/run-import.js");
      await runImport(file, given);
    });
}
