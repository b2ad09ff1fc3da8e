import type { Style } from "../../terminal/style.js";
import { type Column, renderTable } from "../../terminal/table/table.js";
import type { ExaminedProbe } from "../examine-upstream.js";
import type { Result } from "../probes/probe.js";

const colours: Readonly<Record<Result, Style>> = { yes: "green", no: "red", unclear: "yellow" };

/** What was seen is not cut: it is what the results rest on. */
const columns: readonly Column<ExaminedProbe>[] = [
  { head: "What", cell: ({ title }) => title },
  { head: "Result", cell: ({ result }) => result, style: ({ result }) => colours[result] },
  { head: "How it was seen", cell: ({ seen }) => seen },
];

/** A table of findings. */
export function renderFindings(findings: readonly ExaminedProbe[]): string {
  return renderTable(columns, findings);
}
