import { type Command, Option } from "commander";
import type { ServeOptions } from "../serve/options.js";
import { serving } from "./options/headings.js";
import { readPort } from "./options/values.js";

/** Adds `diglot serve`. */
export function addServe(program: Command): void {
  program
    .command("serve")
    .helpGroup(serving)
    .description("serve the models of a config file")
    .argument("[file]", "the file (default: diglot.config.ts, .mjs, .js or .json)")
    .option("-c, --config <file>", "the config file, named as in other commands")
    .option("-p, --port <number>", "listen on this port instead; 0 for any that is free", readPort)
    .option("--host <address>", "listen on this address instead")
    .option("--check", "only check the file: exit code 0 if it is valid, 2 if not")
    .addOption(
      new Option(
        "--ask",
        "with --check: also ask each upstream whether it can be used; exit code 1 if one cannot",
      ).implies({ check: true }),
    )
    .addOption(
      new Option("--json", "with --check: print what was found as JSON").implies({ check: true }),
    )
    .addOption(new Option("--log <format>", "the format of the log").choices(["json", "pretty"]))
    .action(async (file: string | undefined, given: ServeOptions) => {
      const { serve } = await import("../serve/serve.js");
      await serve(file, given);
    });
}
