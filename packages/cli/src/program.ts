import { Command } from "commander";
import { addBudgets } from "./commands/budgets.js";
import { addCompletion } from "./commands/completion.js";
import { addConformance } from "./commands/conformance.js";
import { addCredit } from "./commands/credit.js";
import { addDoctor } from "./commands/doctor.js";
import { addExport } from "./commands/export.js";
import { addFake } from "./commands/fake.js";
import { addImport } from "./commands/import.js";
import { addInit } from "./commands/init.js";
import { addKeys } from "./commands/keys.js";
import { addLimits } from "./commands/limits.js";
import { refuseExcess } from "./commands/options/excess.js";
import { addPrices } from "./commands/prices.js";
import { addRun } from "./commands/run.js";
import { addServe } from "./commands/serve.js";
import { addStart } from "./commands/start.js";
import { addStatus } from "./commands/status.js";
import { addUsage } from "./commands/usage.js";
import { write } from "./terminal/write.js";
import { version } from "./version.js";

/** In the order of the help, whose headings are those of the commands. */
const commands = [
  addStart,
  ...[addInit, addImport, addServe, addRun, addDoctor, addPrices],
  ...[addStatus, addKeys, addLimits, addCredit, addBudgets, addUsage, addExport],
  ...[addFake, addConformance, addCompletion],
];

const examples = `
Examples:
  diglot                                          try it with two toy models
  diglot -u http://127.0.0.1:11434/v1             a local server in all formats
  diglot run -u http://127.0.0.1:11434 -- claude  a coding tool on it
  diglot serve                                    a gateway, by diglot.config.ts`;

/**
 * The command line: what is called without a command starts a gateway at once, and each command has a
 * file that adds it. What a command does is loaded when it runs.
 */
export function createProgram(): Command {
  const program = new Command("diglot")
    .description("Serves any model to clients of Messages, Chat Completions and Responses.")
    .version(version)
    // What follows the name of a command belongs to the command.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => write(process.stdout, text),
      writeErr: (text) => write(process.stderr, text),
    })
    .showHelpAfterError("(--help lists the commands and options)")
    .addHelpText("after", examples)
    .exitOverride();
  for (const add of commands) add(program);
  refuseExcess(program);
  return program;
}
