import { type Command, Option } from "commander";
import { readAddress } from "./values.js";

/** Adds the options that say which gateway is administered, and how the answer is written. */
export function addTarget(command: Command): Command {
  return addTargetOptions(command.option("--json", "print JSON, as the admin endpoints return it"));
}

/** Adds the options that say which gateway is administered. */
export function addTargetOptions(command: Command): Command {
  for (const option of targetOptions()) command.addOption(option.helpGroup("Which gateway:"));
  return command;
}

/** Adds the options that say which running gateway is asked, and how the answer is written. */
export function addRunningTarget(command: Command): Command {
  command.option("--json", "print JSON, as the admin endpoints return it");
  for (const option of [urlOption(), credentialOption()]) {
    command.addOption(option.helpGroup("Which gateway:"));
  }
  return command;
}

function urlOption(): Option {
  return new Option(
    "--url <url>",
    "the address of a running gateway (default: $DIGLOT_URL, or http://127.0.0.1:8787)",
  ).argParser(readAddress);
}

function credentialOption(): Option {
  return new Option(
    "--credential <text>",
    "the credential of the admin endpoints; use the variable to keep it out of the list of processes",
  ).env("DIGLOT_ADMIN_CREDENTIAL");
}

function targetOptions(): readonly Option[] {
  return [
    urlOption().conflicts(["database", "config"]),
    credentialOption(),
    new Option(
      "-d, --database <place>",
      "the gateway that uses this SQLite file or postgres://… (default: $DIGLOT_DATABASE, if that is set)",
    ).conflicts(["url", "config"]),
    new Option("-c, --config <file>", "the gateway of this config, through its database").conflicts(
      ["url", "database"],
    ),
  ];
}
