import { type Command, Option } from "commander";
import type { ServeOptions } from "../serve/options.js";
import { serving } from "./options/headings.js";

/** Adds `diglot serve`. */
export function addServe(program: Command): void {
  program
    .command("serve")
    .helpGroup(serving)
    .description("serve what a config file describes")
    .option("-c, --config <file>", "the file (default: diglot.config.ts, .mjs, .js or .json)")
    .option("--check", "only check the file: exit code 0 if it is valid, 2 if not")
    .addOption(new Option("--log <format>", "how lines are written").choices(["json", "pretty"]))
    .action(async (given: ServeOptions) => {
      const { serve } = await import("../serve/serve.js");
      await serve(given);
    });
}
