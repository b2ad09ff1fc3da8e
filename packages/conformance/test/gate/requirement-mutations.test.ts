import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readCitations } from "../../gate/judge-requirements.js";
import {
  applyMutation,
  type RequirementMutation,
  readRequirementMutations,
} from "../../gate/requirement-mutations.js";
import { readRequirements, requirementLists } from "../../gate/requirements.js";

const root = resolve(import.meta.dirname, "../../../..");
const read = (file: string) => readFileSync(resolve(root, file), "utf8");
const mutations = readRequirementMutations();

/** The ids that the strings of a test file cite; its titles are among them. */
function citedIn(file: string): readonly string[] {
  const strings = read(file).matchAll(/["'`]([A-Z]\d[^"'`\n]*)/g);
  return [...strings].flatMap(([, string = ""]) => readCitations(string));
}

describe("the mutations of requirements", () => {
  it("are at least sixty, of every list, and one of each requirement", () => {
    const ids = mutations.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(60);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id: form } of requirementLists) expect(ids.some((id) => form.test(id))).toBe(true);
  });

  it("are of requirements that hold without exception", () => {
    const held = requirementLists
      .flatMap(readRequirements)
      .filter(({ status }) => status === "required" || status === "strict");
    const known = new Set(held.map(({ id }) => id));
    expect(mutations.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it.each(mutations)("change one place of one line of the product: $id in $file", (mutation) => {
    const { file, find, replace } = mutation;
    expect(file).toMatch(/^packages\/[\w-]+\/src\/.+(?<!\.test)\.ts$/);
    expect(`${find}${replace}`).not.toContain("\n");
    const code = read(file);
    expect(applyMutation(mutation, code)).not.toBe(code);
  });

  it.each(mutations)(
    "name a file whose tests cite the requirement: $id in $test",
    ({ id, test }: RequirementMutation) => {
      expect(test).toMatch(/\.test\.ts$/);
      expect(citedIn(test)).toContain(id);
    },
  );

  it("are not applied to code that lacks what they change, or has it twice", () => {
    const mutation = { id: "M001", file: "a.ts", find: "b", replace: "c", test: "a.test.ts" };
    expect(applyMutation(mutation, "abd")).toBe("acd");
    expect(() => applyMutation(mutation, "ad")).toThrow("occurs 0 times in a.ts");
    expect(() => applyMutation(mutation, "abbd")).toThrow("occurs 2 times in a.ts");
  });
});
