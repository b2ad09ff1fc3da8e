import { toPlainLine } from "@diglot/core/redaction";
import { style } from "../../terminal/style.js";
import { kindNames } from "../kinds.js";
import type { Outcome } from "./item.js";
import type { Report, ReportedItem } from "./report.js";

/** The headings, in the order in which they matter to the reader. */
const headings: Readonly<Record<Outcome, string>> = {
  impossible: "Not possible",
  changed: "Changed",
  carried: "Carried",
};

/** A report for people. */
export function renderReport({ from, file, out, counts, items, variables, next }: Report): string {
  const { carried, changed, impossible } = counts;
  const head = `${toPlainLine(file)} is ${kindNames[from]}: ${carried} carried, ${changed} changed, ${impossible} not possible.\n`;
  const outcomes = Object.keys(headings) as Outcome[];
  const sections = outcomes.map((outcome) => renderSection(outcome, file, items));
  const needed = variables.map(({ name, holds }) => `  ${toPlainLine(`${name}: ${holds}`)}`);
  return [
    head,
    ...sections,
    `\n${toPlainLine(out)} is written.\n`,
    needed.length > 0 ? `\nSet these variables:\n${needed.join("\n")}\n` : "",
    `\nNext:\n${next.map((line) => `  ${toPlainLine(line)}\n`).join("")}`,
  ].join("");
}

function renderSection(outcome: Outcome, file: string, all: readonly ReportedItem[]): string {
  const items = all.filter((item) => item.outcome === outcome);
  if (items.length === 0) return "";
  const lines = items.map(({ pointer, line, message }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `  ${toPlainLine(`${place} ${pointer}`).trimEnd()}\n    ${toPlainLine(message)}\n`;
  });
  return `\n${style("bold", headings[outcome])}\n${lines.join("")}`;
}
