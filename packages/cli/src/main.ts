#!/usr/bin/env node
import { type Command, CommanderError } from "commander";
import { createProgram } from "./program.js";
import { exitCodes } from "./terminal/failure.js";
import { writeFailure } from "./terminal/write-failure.js";

const program = createProgram();

/** An empty variable counts as absent. */
function dropEmptyVariables({ options, commands }: Command): void {
  for (const { envVar } of options) {
    if (envVar !== undefined && process.env[envVar] === "") delete process.env[envVar];
  }
  for (const command of commands) dropEmptyVariables(command);
}

// A reader that closes the pipe early, such as `head`, is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(exitCodes.ok);
});

try {
  dropEmptyVariables(program);
  await program.parseAsync();
} catch (error) {
  // Help, the version and what was misused are written already.
  if (!(error instanceof CommanderError)) process.exitCode = writeFailure(error);
  else if (error.exitCode !== 0) process.exitCode = exitCodes.misused;
}
