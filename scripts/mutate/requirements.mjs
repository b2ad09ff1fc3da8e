import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { resolve } from "node:path";
import { readCitations } from "../../packages/conformance/gate/judge-requirements.ts";
import {
  applyMutation,
  readRequirementMutations,
} from "../../packages/conformance/gate/requirement-mutations.ts";
import { openTests } from "./requirement-tests.mjs";

/** Of the process, below all that others do on the machine. */
const lowPriority = 10;

/**
 * Applies the mutations of these requirements, one after the other, and prints a line for each.
 * @param ids the requirements; all that have a mutation if it is empty
 * @returns how many mutations there are, how many of them the tests caught, and what is wrong
 */
export async function mutateRequirements(ids = []) {
  setPriority(lowPriority);
  const chosen = choose(ids);
  for (const mutation of chosen) applyMutation(mutation, readFileSync(mutation.file, "utf8"));
  const tests = await openTests();
  const problems = [];
  try {
    const before = await tests.run(chosen);
    for (const mutation of chosen) {
      const problem = await findProblem(mutation, before, tests);
      const { id, file, test } = mutation;
      console.log(`${(problem ? "not caught" : "caught").padEnd(12)}${id.padEnd(8)}${file}`);
      if (problem) problems.push(`${id}: ${problem} (${test}).`);
    }
  } finally {
    await tests.close();
  }
  return { total: chosen.length, caught: chosen.length - problems.length, problems };
}

function choose(ids) {
  const mutations = readRequirementMutations();
  const unknown = ids.filter((id) => !mutations.some((mutation) => mutation.id === id));
  if (unknown.length > 0) throw new Error(`There is no mutation of ${unknown.join(", ")}.`);
  return mutations.filter(({ id }) => ids.length === 0 || ids.includes(id));
}

/** What is wrong with the tests that cite a requirement, if they do not catch its mutation. */
async function findProblem(mutation, before, tests) {
  const citing = citingTests(mutation, before);
  if (citing.length === 0) return "no test cites it";
  if (citing.some(({ state }) => state !== "passed"))
    return "a test that cites it does not pass without its mutation";
  const after = citingTests(mutation, await tests.run([mutation], mutation));
  if (after.some(({ state }) => state === "failed")) return undefined;
  return "no test that cites it fails with its mutation";
}

/** The tests that cite the requirement of a mutation, in the file that it names. */
function citingTests({ id, test }, results) {
  return results.filter(
    ({ file, title }) => file === resolve(test) && readCitations(title).includes(id),
  );
}
