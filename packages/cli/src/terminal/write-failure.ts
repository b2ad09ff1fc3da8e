import { exitCodes, Failure } from "./failure.js";
import { style } from "./style.js";

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
    stream.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return exitCodes.misused;
  }
  stream.write(`${style("red", error.message, stream)}\n`);
  if (!(error instanceof Failure)) return exitCodes.misused;
  if (error.hint !== undefined) stream.write(`${error.hint}\n`);
  return error.exitCode;
}
