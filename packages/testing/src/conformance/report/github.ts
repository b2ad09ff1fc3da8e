import { toPlainLine } from "@diglot/core/redaction";
import type { CheckResult, ConformanceReport } from "./report.js";
import { formatReport } from "./table.js";

/**
 * A report for the log of a GitHub Actions step: the table, then an annotation for each failure. The table
 * quotes the server, so the runner obeys no commands until it reads the token.
 *
 * @param token a text that the server cannot guess
 */
export function formatGitHubLog(report: ConformanceReport, token: string): string {
  const annotations = report.results
    .filter(({ outcome }) => outcome === "failed")
    .map((result) => `${toAnnotation(result)}\n`);
  return `::stop-commands::${token}\n${formatReport(report).trimEnd()}\n::${token}::\n${annotations.join("")}`;
}

function toAnnotation({ id, what, reason = "" }: CheckResult): string {
  return `::error title=${escapeProperty(`${id} ${what}`)}::${escapeData(toPlainLine(reason))}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** A report as Markdown, for the summary of a job: the totals, then what failed and what was skipped. */
export function formatMarkdown(report: ConformanceReport): string {
  const { baseUrl, passed, failed, skipped, results } = report;
  return [
    `## Conformance of ${toCode(baseUrl)}`,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
    ...toSection("Failed", results, "failed"),
    ...toSection("Skipped", results, "skipped"),
  ]
    .join("\n\n")
    .concat("\n");
}

function toSection(
  title: string,
  results: readonly CheckResult[],
  outcome: CheckResult["outcome"],
): readonly string[] {
  const rows = results
    .filter((result) => result.outcome === outcome)
    .map(({ id, what, reason = "" }) => `| ${id} | ${what} | ${toCode(reason)} |`);
  if (rows.length === 0) return [];
  return [
    `### ${title}`,
    ["| Check | Requirement | Reason |", "|---|---|---|", ...rows].join("\n"),
  ];
}

/** A text of the server as code in a cell: neither Markdown nor HTML in it has an effect. */
function toCode(text: string): string {
  const line = toPlainLine(text).replaceAll("`", "'").replaceAll("|", "\\|");
  return line === "" ? "" : `\`${line}\``;
}
