import { type Command, Option } from "commander";
import type { RunOptions } from "../run/options.js";
import { serving } from "./options/headings.js";
import { readAddress, readUpstream } from "./options/values.js";

/** Adds `diglot run`. */
export function addRun(program: Command): void {
  program
    .command("run")
    .helpGroup(serving)
    .description("start a coding tool behind a temporary gateway, and report its usage at the end")
    .argument("[tool]", "the command of the tool")
    .argument("[arguments...]", "what the tool is called with")
    // What follows the name of the tool belongs to the tool.
    .passThroughOptions()
    .option(
      "-u, --upstream <url>",
      "a server of models, of any format (default: toy models)",
      readUpstream,
    )
    .option("-m, --model <id>", "the model that the tool uses (default: the first that is served)")
    .option("-c, --config <file>", "serve the models of this config file instead")
    .addOption(
      new Option("--upstream-key <key>", "the key of the upstream").env("DIGLOT_UPSTREAM_KEY"),
    )
    .option("--search <url>", "a SearXNG instance that searches the web for the model", readAddress)
    .option(
      "--preset <name>",
      "the preset that configures the tool (default: by the name of its command)",
    )
    .option("--json <file>", "write usage, failures and losses to this file as JSON")
    .option("-q, --quiet", "print neither notes nor the summary")
    .action(async (...called: RunCall) => {
      const [tool, toolArguments, given, command] = called;
      if (tool === undefined) return refuseNothing(command);
      const { run } = await import("../run/run.js");
      process.exitCode = await run([tool, ...toolArguments], given);
    });
}

type RunCall = [string | undefined, readonly string[], RunOptions, Command];

async function refuseNothing(command: Command): Promise<never> {
  const { presets } = await import("../run/presets/presets.js");
  const names = presets.flatMap(({ commands }) => commands.slice(0, 1)).join(", ");
  return command.error(
    `error: which tool?\n(for example: diglot run -- claude; known are ${names}, and any tool that reads ANTHROPIC_BASE_URL or OPENAI_BASE_URL)`,
  );
}
