import { writeFile } from "node:fs/promises";
import process from "node:process";
import { conformance } from "../conformance/conformance.js";
import { formatReport } from "../conformance/table.js";
import type { ConformanceCommand } from "./arguments.js";

/** Holds a server to the requirements and prints the table. Resolves with 1 if one failed, else with 0. */
export async function runConformance(command: ConformanceCommand): Promise<number> {
  const { baseUrl, apiKey, model, formats, lenient, json } = command;
  const target = { baseUrl, apiKey, model, formats };
  const report = await conformance(target, { profile: lenient ? "lenient" : "strict" });
  process.stdout.write(formatReport(report));
  if (json !== undefined) await writeFile(json, `${JSON.stringify(report, undefined, 2)}\n`);
  return report.failed === 0 ? 0 : 1;
}
