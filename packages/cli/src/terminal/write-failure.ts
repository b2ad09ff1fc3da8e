import { toPlainLine } from "@diglot/core/redaction";
import { exitCodes, Failure } from "./failure.js";
import { style } from "./style.js";
import { write } from "./write.js";

/**
 * Errors whose message says what to do. They are known by name, so that a command need not load what
 * throws them.
 */
const explained: ReadonlySet<string> = new Set(["ConfigError", "DiscoveryError", "Failure"]);

/**
 * Writes on standard error why a command has ended, and returns the exit code. What explains itself is
 * written without a stack; anything else is a defect, or comes from a database or a network.
 */
export function writeFailure(error: unknown): number {
  const stream = process.stderr;
  if (!(error instanceof Error) || !explained.has(error.name)) {
    write(stream, `${describe(error)}\n`);
    return exitCodes.misused;
  }
  // A config has a line for each mistake; anything else has one.
  const message = error.name === "ConfigError" ? error.message : toPlainLine(error.message);
  write(stream, `${style("red", message, stream)}\n`);
  if (!(error instanceof Failure)) return exitCodes.misused;
  if (error.hint !== undefined) write(stream, `${error.hint}\n`);
  return error.exitCode;
}

/** The message of an error on one line, and below it where it comes from. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return toPlainLine(String(error));
  const { message, stack = String(error) } = error;
  return stack.replace(message, () => toPlainLine(message));
}
