import { toPlainJson } from "@diglot/core/redaction";
import { write } from "./write.js";

/** Writes a value for programs, as JSON, or a text for people. */
export function print(json: boolean | undefined, value: unknown, text: () => string): void {
  write(process.stdout, json ? toJsonText(value) : text());
}

/** A value as JSON with a line for each member; a terminal can show it, whatever the value holds. */
export function toJsonText(value: unknown): string {
  return `${toPlainJson(JSON.stringify(value, undefined, 2))}\n`;
}
