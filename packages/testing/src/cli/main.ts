#!/usr/bin/env node
import process from "node:process";
import { messageOf } from "../common/message-of.js";
import { readArguments, usage } from "./arguments.js";
import { runConformance } from "./run-conformance.js";
import { serve } from "./serve.js";

/** Reads the command line and does what it says. Resolves with the exit code of the process. */
async function main(words: readonly string[]): Promise<number> {
  const command = readArguments(words);
  switch (command.name) {
    case "help":
      process.stdout.write(usage);
      return 0;
    case "serve":
      return serve(command);
    case "conformance":
      return runConformance(command);
  }
}

/** The exit code for a command that could not be begun, apart from 1 for one that found something. */
const misused = 2;

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = misused;
  },
);
