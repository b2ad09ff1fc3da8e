import { type Style, style } from "../../terminal/style.js";
import type { ExaminedProbe } from "../examine-upstream.js";
import type { Result } from "../probes/probe.js";

const colours: Readonly<Record<Result, Style>> = { yes: "green", no: "red", unclear: "yellow" };
const heads = { title: "What", result: "Result", seen: "How it was seen" } as const;

/** A table of findings, with colours on a terminal. */
export function renderTable(findings: readonly ExaminedProbe[]): string {
  const titleWidth = widthOf(
    heads.title,
    findings.map(({ title }) => title),
  );
  const resultWidth = widthOf(
    heads.result,
    findings.map(({ result }) => result),
  );
  const head = `${heads.title.padEnd(titleWidth)}  ${heads.result.padEnd(resultWidth)}  ${heads.seen}`;
  const lines = findings.map(({ title, result, seen }) => {
    const coloured = style(colours[result], result.padEnd(resultWidth));
    return `${title.padEnd(titleWidth)}  ${coloured}  ${seen}`;
  });
  return [style("bold", head), ...lines].join("\n");
}

function widthOf(head: string, cells: readonly string[]): number {
  return Math.max(head.length, ...cells.map(({ length }) => length));
}
