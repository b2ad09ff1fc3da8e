import type * as z from "zod/mini";
import { clip } from "../errors/clip.js";
import { nearestName } from "../errors/nearest-name.js";
import { type Check, issuesOf } from "./check.js";
import { join, mustBe, quote, type Words } from "./words.js";

type Issue = z.core.$ZodRawIssue;

/**
 * Holds what a function was given against a check, before anything runs.
 * @param user what was called; it begins the message
 * @param path what the value is called; by default it is the options
 * @throws TypeError that names the function, the place and the cure
 */
export function checkOptions(user: string, value: unknown, check: Check, path = ""): void {
  refuse(problemOf(check, value, path), `${user}: `);
}

/**
 * Holds one value against a check.
 * @throws TypeError that begins with the path
 */
export function checkValue(path: string, value: unknown, check: Check): void {
  refuse(problemOf(check, value, path), "");
}

/**
 * What is wrong with a value: a sentence without its full stop that names the place and says what
 * belongs there, or `undefined`. A place is a path such as `timeouts.total`; an empty one stands for the
 * options themselves.
 */
export function problemOf(check: Check, value: unknown, path: string): string | undefined {
  const [first, ...others] = issuesOf(check, value);
  return first && toSentence(firstOf(first, others), path);
}

function refuse(problem: string | undefined, prefix: string): void {
  if (problem === undefined) return;
  throw new TypeError(`${prefix}${problem}${problem.endsWith("?") ? "" : "."}`);
}

/** A name that an object does not know comes before what is wrong with its members: it may be one of them. */
export function firstOf<T extends Pick<Issue, "code" | "path">>(first: T, others: readonly T[]): T {
  const path = pathOf(first);
  const holdsFirst = (issue: T) => pathOf(issue).every((key, index) => key === path[index]);
  const unknown = others.filter((issue) => issue.code === "unrecognized_keys" && holdsFirst(issue));
  return unknown.toSorted((a, b) => pathOf(a).length - pathOf(b).length)[0] ?? first;
}

/** An issue in its own words, or in those of options about objects and lists. */
function toSentence(issue: Issue, prefix: string): string | undefined {
  const path = pathOf(issue).reduce<string>(join, prefix);
  const words = wordsOf(issue);
  if (words) return words({ input: issue.input, path: [path] });
  if (issue.code === "unrecognized_keys") {
    return unknownMember(issue.keys[0] ?? "", knownOf(issue), path);
  }
  if (issue.code === "too_small") {
    return `${quote(path)} must be ${nameOfList(issue)}, not an empty one`;
  }
  const isList = issue.code === "invalid_type" && issue.expected === "array";
  return mustBe(isList ? nameOfList(issue) : "an object", issue.input, path);
}

/** The words of the schema that has found an issue, or of the check in it. */
function wordsOf({ inst, schema }: Issue): Words["error"] | undefined {
  const holders = [inst, schema] as readonly (
    | undefined
    | { readonly _zod: { def: Partial<Words> } }
  )[];
  return holders.find((holder) => holder?._zod.def.error)?._zod.def.error;
}

function unknownMember(name: string, known: readonly string[], path: string): string {
  const isLonger = (other: string) => other.startsWith(name.slice(0, -1));
  const nearest = nearestName(name, known) ?? known.find(isLonger);
  const cure =
    nearest === undefined
      ? `the options here are ${known.join(", ")}`
      : `did you mean ${quote(join(path, nearest))}?`;
  return `${quote(join(path, clip(name, 60)))} is not an option; ${cure}`;
}

/** A list that is too short has a check of its length; one of a wrong kind has the checks of its schema. */
function nameOfList({ inst }: Issue): string {
  const { def } = (inst as unknown as z.core.$ZodType)._zod;
  const isFilled = "minimum" in def || (def.checks ?? []).length > 0;
  return isFilled ? "a list with at least one entry" : "a list";
}

/** The names of the members that the object of an issue may have. */
export function knownOf(issue: Issue): readonly string[] {
  return Object.keys((issue.inst as unknown as z.core.$ZodObject)._zod.def.shape);
}

function pathOf({ path = [] }: Pick<Issue, "path">): readonly PropertyKey[] {
  return path;
}
