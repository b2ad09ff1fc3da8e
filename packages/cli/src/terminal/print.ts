import { toPlainJson } from "@diglot/core/redaction";
import type { CommandOutputs } from "../output/command-outputs.js";
import { write } from "./write.js";

/** Writes the result of a command, which its type argument names: as JSON for programs, or as a text for people. */
export function print<Command extends keyof CommandOutputs = never>(
  json: boolean | undefined,
  output: CommandOutputs[Command],
  text: () => string,
): void {
  write(process.stdout, json ? toJsonText(output) : text());
}

/** A value as JSON with a line for each member; a terminal can show it, whatever the value holds. */
export function toJsonText(value: unknown): string {
  return `${toPlainJson(JSON.stringify(value, undefined, 2))}\n`;
}
