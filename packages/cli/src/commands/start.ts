import { type Command, Option } from "commander";
import { nearestName } from "../discover/nearest-name.js";
import type { StartOptions } from "../serve/options.js";
import { readPort, readUpstream } from "./options/values.js";

/** Adds what happens without a command: one upstream, or the embedded models, is served at once. */
export function addStart(program: Command): void {
  const options = [
    new Option("-u, --upstream <url>", "serve the models of a server of any format").argParser(
      readUpstream,
    ),
    new Option(
      "-m, --model <id...>",
      "serve only these models of the upstream; the first one also answers to unknown names (default: all that it lists)",
    ),
    new Option("-k, --key <key>", "the key that clients send (default: a new one)").env(
      "DIGLOT_KEY",
    ),
    new Option("-p, --port <number>", "the port; 0 for any that is free")
      .env("PORT")
      .default(8787)
      .argParser(readPort),
    new Option("--host <address>", "the address to listen on").default("127.0.0.1"),
    new Option("--upstream-key <key>", "the key of the upstream").env("DIGLOT_UPSTREAM_KEY"),
    new Option(
      "-d, --database <place>",
      "the database of keys and usage: a SQLite file or postgres://… (default: in memory)",
    ).env("DIGLOT_DATABASE"),
    new Option("--redis <url>", "a Redis server that counts limits for several instances").env(
      "DIGLOT_REDIS",
    ),
    new Option(
      "--admin-credential <text>",
      "turn on the admin endpoints and the inspector, protected by this credential",
    ).env("DIGLOT_ADMIN_CREDENTIAL"),
    new Option("--log <format>", "the format of the log").choices(["json", "pretty"]),
  ];
  for (const option of options) program.addOption(option);
  // A word without a command before it is a mistyped command. The commands inherit this.
  program.allowExcessArguments().action(async (given: StartOptions) => {
    if (program.args.length > 0) helpOrRefuse(program);
    const { start } = await import("../serve/start.js");
    await start(given);
  });
}

/** `diglot help keys create` is `diglot keys create --help`. Commander knows `help` only without options. */
function helpOrRefuse(program: Command): never {
  const [word = "", ...names] = program.args;
  if (word === "help") return helpOn(program, names);
  const known = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name());
  const nearest = nearestName(word, known);
  return program.error(
    `error: unknown command '${word}'\n(Did you mean ${nearest}? There are ${known.join(", ")})`,
  );
}

function helpOn(command: Command, [name, ...names]: readonly string[]): never {
  const inner = command.commands.find((one) => one.name() === name);
  return inner ? helpOn(inner, names) : command.help();
}
