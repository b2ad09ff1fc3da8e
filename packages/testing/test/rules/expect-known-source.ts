import { expect } from "vitest";
import { evidenceKinds, type Source } from "../../src/rules/evidence.js";

/** Fails unless a source has a section and known kinds of evidence, each once. */
export function expectKnownSource({ section, evidence, recording }: Source): void {
  expect(section).toMatch(/^\d[\w., –]*$/);
  expect(evidence.length).toBeGreaterThan(0);
  expect(new Set(evidence).size).toBe(evidence.length);
  expect(Object.keys(evidenceKinds)).toEqual(expect.arrayContaining([...evidence]));
  expect(evidence.includes("recorded-answer")).toBe(recording !== undefined);
}
