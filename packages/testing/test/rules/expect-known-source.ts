import { expect } from "vitest";
import { evidenceKinds, type Source } from "../../src/rules/evidence.js";

/** Fails unless a source has a section, known kinds of evidence, each once, and what they cite. */
export function expectKnownSource({ section, evidence, recording, reports }: Source): void {
  expect(section).toMatch(/^\d[\w., –]*$/);
  expect(evidence.length).toBeGreaterThan(0);
  expect(new Set(evidence).size).toBe(evidence.length);
  expect(Object.keys(evidenceKinds)).toEqual(expect.arrayContaining([...evidence]));
  expect(evidence.includes("recorded-answer")).toBe(recording !== undefined);
  if (!reports) return;
  expect(evidence).toContain("issue-report");
  expect(reports.filter((report) => !isReport(report))).toEqual([]);
}

/** Whether a text names an issue or a pull request, as `owner/name#number`. */
export function isReport(text: string): boolean {
  return /^[\w.-]+\/[\w.-]+#\d+$/.test(text);
}
