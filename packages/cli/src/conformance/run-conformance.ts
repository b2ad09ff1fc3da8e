import { appendFileSync } from "node:fs";
import { createSecret } from "@diglot/core";
import { toPlainLine } from "@diglot/core/redaction";
import {
  type ConformanceReport,
  conformance,
  formatGitHubLog,
  formatMarkdown,
  formatReport,
  TargetError,
  type TargetFailure,
} from "@diglot/testing/conformance";
import { writePrivateFile } from "../files/write-private-file.js";
import { exitCodes, Failure } from "../terminal/failure.js";
import { print, toJsonText } from "../terminal/print.js";
import { createProgress } from "../terminal/progress.js";
import { style } from "../terminal/style.js";
import { write } from "../terminal/write.js";
import type { ConformanceOptions } from "./options.js";

/** What to do if a server cannot be checked. */
const hints: Readonly<Record<TargetFailure, string>> = {
  unreachable: "Start the server, or correct the address.",
  key_refused: "Give its key in DIGLOT_UPSTREAM_KEY, or with --key.",
  model_refused:
    "Name a model that it serves with --model. If it speaks one format only, name that with --format.",
  not_ready: "Try again later.",
  not_json:
    "Is the address that of a server of models? If it speaks one format only, name that with --format.",
  no_model: "Name a model with --model.",
};

/**
 * Checks a server against the requirements and prints the report. Resolves with the exit code: `found` if a
 * requirement failed.
 * @throws Failure at once if the server cannot be checked
 */
export async function runConformance(url: string, options: ConformanceOptions): Promise<number> {
  const report = await check(url, options);
  const { report: file, json, reporter } = options;
  if (file !== undefined) writePrivateFile(file, toJsonText(report));
  if (reporter === "github") reportToGitHub(report);
  else print<"conformance">(json, report, () => colourSummary(report));
  return report.failed === 0 ? exitCodes.ok : exitCodes.found;
}

/** Writes the log with annotations, and the job summary into the file that GitHub Actions names. */
function reportToGitHub(report: ConformanceReport): void {
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  if (summary) appendFileSync(summary, formatMarkdown(report));
  write(process.stdout, formatGitHubLog(report, createSecret()));
}

async function check(
  url: string,
  { key, model, format, lenient, only, except }: ConformanceOptions,
): Promise<ConformanceReport> {
  const target = { baseUrl: url, apiKey: key, model, formats: format && [format] };
  const progress = createProgress(process.stderr);
  let failed = 0;
  try {
    return await conformance(target, {
      only,
      except,
      profile: lenient ? "lenient" : "strict",
      onResult({ outcome }, { done, total }) {
        if (outcome === "failed") failed += 1;
        progress.show(`${done} of ${total} checked, ${failed} failed`);
      },
    });
  } catch (cause) {
    throw explain(cause);
  } finally {
    progress.clear();
  }
}

/** The options are checked by what they are given to. */
function explain(cause: unknown): unknown {
  if (cause instanceof TargetError) {
    return new Failure(toPlainLine(cause.message), { hint: hints[cause.kind], cause });
  }
  return cause instanceof TypeError ? new Failure(cause.message, { cause }) : cause;
}

/** The report with its last line, the totals, in green or red. */
function colourSummary(report: ConformanceReport): string {
  const lines = formatReport(report).trimEnd().split("\n");
  const totals = lines.pop() ?? "";
  return [...lines, `${style(report.failed === 0 ? "green" : "red", totals)}\n`].join("\n");
}
