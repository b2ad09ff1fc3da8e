import { toPlainLine } from "@diglot/core/redaction";
import { type Capability, capabilities } from "../check.js";
import type { CheckResult, ConformanceReport } from "./report.js";

const outcomes = ["passed", "failed", "skipped"] as const;

/**
 * A report for people, as plain text: a table by format and capability, then each failure with what
 * was asked for and what came, then each skipped check with why, then the totals. Reasons quote the server,
 * so each is one line without anything that a terminal would obey.
 */
export function formatReport(report: ConformanceReport): string {
  const { passed, failed, skipped } = report;
  return [
    `Conformance of ${toPlainLine(report.baseUrl)}`,
    formatTable(report.results),
    ...formatDetails("Failed", report.results, "failed"),
    ...formatDetails("Skipped", report.results, "skipped"),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join("\n\n");
}

function formatTable(results: readonly CheckResult[]): string {
  const formats = [...new Set(results.map(({ format }) => format))];
  const rows = formats.flatMap((format) =>
    capabilities.flatMap((capability) => {
      const own = results.filter((one) => one.format === format && one.capability === capability);
      return own.length === 0 ? [] : [formatRow(format, capability, own)];
    }),
  );
  return alignColumns([["format", "capability", ...outcomes], ...rows]);
}

function formatRow(
  format: string,
  capability: Capability,
  results: readonly CheckResult[],
): readonly string[] {
  const counts = outcomes.map(
    (outcome) => results.filter((result) => result.outcome === outcome).length,
  );
  return [format, capability, ...counts.map((count) => (count === 0 ? "-" : String(count)))];
}

/** Columns of words to the left, columns of counts to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const align = (cell: string, column: number) =>
    column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(align).join("  ")).join("\n");
}

function formatDetails(
  title: string,
  results: readonly CheckResult[],
  outcome: CheckResult["outcome"],
): readonly string[] {
  const lines = results
    .filter((result) => result.outcome === outcome)
    .map(({ id, what, reason }) => `  ${id}  ${what}\n        ${toPlainLine(reason ?? "")}`);
  return lines.length === 0 ? [] : [`${title}:\n${lines.join("\n")}`];
}
