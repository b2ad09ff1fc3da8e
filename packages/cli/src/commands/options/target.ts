import { type Command, Option } from "commander";
import { readAddress } from "./values.js";

/** Adds the options that say which gateway is administered, and how the answer is written. */
export function addTarget(command: Command): Command {
  return addTargetOptions(command.option("--json", "print JSON, as the admin endpoints answer"));
}

/** Adds the options that say which gateway is administered. */
export function addTargetOptions(command: Command): Command {
  for (const option of targetOptions()) command.addOption(option.helpGroup("Which gateway:"));
  return command;
}

function targetOptions(): readonly Option[] {
  return [
    new Option("--url <url>", "one that runs (default: $DIGLOT_URL, or http://127.0.0.1:8787)")
      .argParser(readAddress)
      .conflicts(["database", "config"]),
    new Option(
      "--credential <text>",
      "the credential of its admin endpoints; the variable keeps it off the list of processes",
    ).env("DIGLOT_ADMIN_CREDENTIAL"),
    new Option(
      "-d, --database <place>",
      "the one that uses this file or postgres://… (default: $DIGLOT_DATABASE, if that is set)",
    ).conflicts(["url", "config"]),
    new Option("-c, --config <file>", "the one of this config, through its database").conflicts([
      "url",
      "database",
    ]),
  ];
}
