import { type Command, Option } from "commander";
import { upstreamFormats } from "../config/upstream-formats.js";
import type { ConformanceOptions } from "../conformance/options.js";
import { testing } from "./options/headings.js";
import { collectNames, readAddress } from "./options/values.js";

/** Adds `diglot conformance`. */
export function addConformance(program: Command): void {
  program
    .command("conformance")
    .argument("<url>", "the address of the server", readAddress)
    .helpGroup(testing)
    .description("check a server against the requirements of the formats")
    .addOption(
      new Option("-k, --key <key>", "the key of the server (default: sk-conformance)").env(
        "DIGLOT_UPSTREAM_KEY",
      ),
    )
    .option("-m, --model <id>", "the model to ask (default: the first that the server lists)")
    .addOption(
      new Option(
        "--format <format>",
        "check only this format (default: Messages and Chat Completions)",
      ).choices(upstreamFormats),
    )
    .option(
      "--only <names>",
      "check only these ids or capabilities, separated by commas",
      collectNames,
    )
    .option("--except <names>", "skip these ids or capabilities", collectNames)
    .option("--lenient", "skip requirements that only strict services meet")
    .option("--json", "print the report as JSON instead of a table")
    .addOption(
      new Option("--reporter <name>", "annotate failures in GitHub Actions, with a job summary")
        .choices(["github"])
        .conflicts("json"),
    )
    .option("--report <file>", "also write the report as JSON into this file")
    .action(async (url: string, given: ConformanceOptions) => {
      const { runConformance } = await import("../conformance/run-conformance.js");
      process.exitCode = await runConformance(url, given);
    });
}
