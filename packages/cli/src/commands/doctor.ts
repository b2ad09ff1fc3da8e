import { type Command, InvalidArgumentError, Option } from "commander";
import { upstreamFormats } from "../config/upstream-formats.js";
import type { DoctorOptions } from "../doctor/options.js";
import { serving } from "./options/headings.js";
import { readUpstream } from "./options/values.js";

/** Adds `diglot doctor`. */
export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .helpGroup(serving)
    .description("ask a server about its capabilities, and print them for a config")
    .requiredOption("-u, --upstream <url>", "the server, with or without /v1", readUpstream)
    .option("-m, --model <id>", "the model to ask (default: the one that the server lists)")
    .addOption(
      new Option("--upstream-key <key>", "the key of the server").env("DIGLOT_UPSTREAM_KEY"),
    )
    .addOption(
      new Option("--format <format>", "the format to examine, if it speaks several").choices(
        upstreamFormats,
      ),
    )
    .option("--timeout <seconds>", "the time limit for each request, in seconds", readSeconds, 60)
    .option("--skip-long-input", "leave out the request of six megabytes")
    .option("--json", "print everything as JSON")
    .option("-w, --write <file>", "write the capabilities into this config")
    .action(async (given: DoctorOptions) => {
      const { runDoctor } = await import("../doctor/run-doctor.js");
      await runDoctor(given);
    });
}

function readSeconds(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of seconds from 1 to 9999.");
}
