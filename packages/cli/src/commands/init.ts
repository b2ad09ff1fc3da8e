import type { Command } from "commander";
import type { InitOptions } from "../init/options.js";
import { serving } from "./options/headings.js";
import { readUpstream } from "./options/values.js";

/** Adds `diglot init`. */
export function addInit(program: Command): void {
  program
    .command("init")
    .helpGroup(serving)
    .description("write a config file with comments; on a terminal, ask for missing answers")
    .argument("[file]", "the file to write", "diglot.config.mjs")
    .option("-u, --upstream <url>", "a server of models, of any format", readUpstream)
    .option("-m, --model <id...>", "serve only these models of it (default: all that it lists)")
    .option(
      "-d, --database <place>",
      "the database of keys and usage: a SQLite file or postgres://…",
    )
    .option("--force", "replace a file that is there")
    .option("--json", "print JSON")
    .action(async (file: string, given: InitOptions) => {
      const { init } = await import("../init/init.js");
      await init(file, given);
    });
}
