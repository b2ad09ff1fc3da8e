import { toPlainLine } from "@diglot/core/redaction";
import { style } from "../style.js";
import { widthOf } from "./fit-text.js";

/** Names with their values, one below the other. Those without a value are left out. */
export function renderFields(fields: Readonly<Record<string, string | undefined>>): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  const width = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  return shown
    .map(([name, value = ""]) => `${style("bold", name.padEnd(width))}  ${toPlainLine(value)}\n`)
    .join("");
}
