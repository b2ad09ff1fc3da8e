import { writeFile } from "node:fs/promises";
import { type ConformanceReport, conformance, formatReport } from "@diglot/testing/conformance";
import { exitCodes, Failure } from "../terminal/failure.js";
import { print } from "../terminal/print.js";
import { createProgress } from "../terminal/progress.js";
import { style } from "../terminal/style.js";
import type { ConformanceOptions } from "./options.js";

/**
 * Holds a server to the requirements and prints the report. Resolves with the exit code: `found` if a
 * requirement failed.
 * @throws Failure if the server cannot be asked
 */
export async function runConformance(url: string, options: ConformanceOptions): Promise<number> {
  const report = await check(url, options);
  const { report: file, json } = options;
  if (file !== undefined) await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`);
  print(json, report, () => colourSummary(report));
  return report.failed === 0 ? exitCodes.ok : exitCodes.found;
}

async function check(
  url: string,
  { key, model, format, lenient }: ConformanceOptions,
): Promise<ConformanceReport> {
  const target = { baseUrl: url, apiKey: key, model, formats: format && [format] };
  const progress = createProgress(process.stderr);
  let failed = 0;
  try {
    return await conformance(target, {
      profile: lenient ? "lenient" : "strict",
      onResult({ outcome }, { done, total }) {
        if (outcome === "failed") failed += 1;
        progress.show(`${done} of ${total} checked, ${failed} failed`);
      },
    });
  } catch (cause) {
    throw new Failure(cause instanceof Error ? cause.message : String(cause), {
      hint: "Name the address of a server that runs, with --model if it lists none.",
      cause,
    });
  } finally {
    progress.clear();
  }
}

/** The report with its last line, the totals, in green or red. */
function colourSummary(report: ConformanceReport): string {
  const lines = formatReport(report).trimEnd().split("\n");
  const totals = lines.pop() ?? "";
  return [...lines, `${style(report.failed === 0 ? "green" : "red", totals)}\n`].join("\n");
}
