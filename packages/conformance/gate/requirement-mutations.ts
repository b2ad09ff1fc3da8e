import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/**
 * The line of the product that decides whether a requirement holds, changed so that it does not. At
 * least one of the tests that cite the requirement must fail then.
 */
export interface RequirementMutation {
  /** The id of the requirement. */
  readonly id: string;
  /** The source file, as a path from the root of the repository. */
  readonly file: string;
  /** What is changed: a part of one line, which occurs once in the file. */
  readonly find: string;
  /** What it becomes. */
  readonly replace: string;
  /** A file whose tests cite the requirement. */
  readonly test: string;
}

const list = resolve(import.meta.dirname, "../mutation/requirement-mutations.json");

/** All mutations of requirements, at most one of each requirement. */
export function readRequirementMutations(): readonly RequirementMutation[] {
  return JSON.parse(readFileSync(list, "utf8"));
}

/** The code with a mutation. @throws Error if what is changed does not occur exactly once */
export function applyMutation(
  { id, file, find, replace }: RequirementMutation,
  code: string,
): string {
  const parts = code.split(find);
  if (parts.length === 2) return parts.join(replace);
  throw new Error(`What ${id} changes occurs ${parts.length - 1} times in ${file}.`);
}
