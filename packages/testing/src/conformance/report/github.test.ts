import { describe, expect, it } from "vitest";
import { formatGitHubLog, formatMarkdown } from "./github.js";
import type { CheckResult, ConformanceReport } from "./report.js";
import { formatReport } from "./table.js";

const failure = (reason: string): CheckResult => ({
  ...{ id: "M001", format: "messages", capability: "Basics", outcome: "failed" },
  ...{ what: "It answers: at once, 100%.", reason },
});

function reportOf(results: readonly CheckResult[]): ConformanceReport {
  const failed = results.filter(({ outcome }) => outcome === "failed").length;
  return { baseUrl: "http://a", passed: 0, failed, skipped: results.length - failed, results };
}

/** The lines that the runner of GitHub obeys: commands, outside of a part that it only prints. */
function commandsOf(log: string): readonly string[] {
  const commands: string[] = [];
  let token: string | undefined;
  for (const line of log.split("\n").map((text) => text.trim())) {
    if (token !== undefined) token = line === `::${token}::` ? undefined : token;
    else if (line.startsWith("::stop-commands::")) token = line.slice("::stop-commands::".length);
    else if (line.startsWith("::") || line.includes("##[")) commands.push(line);
  }
  return commands;
}

describe("the log of a step", () => {
  it("has the table, and an annotation for each failure with its title and reason", () => {
    const report = reportOf([failure("50% of it\ncame")]);
    const log = formatGitHubLog(report, "t0");
    expect(log).toContain(formatReport(report));
    expect(commandsOf(log)).toEqual([
      "::error title=M001 It answers%3A at once%2C 100%25.::50%25 of it came",
    ]);
  });

  it("lets no text of the server command the runner", () => {
    const hostile = "::add-mask::a\n::error::b\n##[set-output name=c]d";
    const log = formatGitHubLog(reportOf([failure(hostile)]), "t0");
    expect(commandsOf(log)).toHaveLength(1);
    expect(commandsOf(log)[0]).toMatch(/^::error title=M001 [^:]*::::add-mask::a /);
  });

  it("annotates nothing if nothing failed", () => {
    const log = formatGitHubLog(reportOf([{ ...failure("no call"), outcome: "skipped" }]), "t0");
    expect(commandsOf(log)).toEqual([]);
  });
});

describe("the summary of a job", () => {
  it("has the totals, and a row for each check that did not pass", () => {
    const skipped = { ...failure("no call came"), id: "M064", outcome: "skipped" } as const;
    const summary = formatMarkdown(reportOf([failure("it is 500"), skipped]));
    expect(summary).toBe(
      [
        "## Conformance of `http://a`",
        "0 passed, 1 failed, 1 skipped",
        "### Failed",
        "| Check | Requirement | Reason |\n|---|---|---|\n| M001 | It answers: at once, 100%. | `it is 500` |",
        "### Skipped",
        "| Check | Requirement | Reason |\n|---|---|---|\n| M064 | It answers: at once, 100%. | `no call came` |\n",
      ].join("\n\n"),
    );
  });

  it("shows Markdown of the server as text in one cell", () => {
    const summary = formatMarkdown(reportOf([failure("a | `b` <img>\nc")]));
    expect(summary).toContain("| `a \\| 'b' <img> c` |\n");
  });
});
