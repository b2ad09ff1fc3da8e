import type * as z from "zod/mini";
import { clip } from "../errors/clip.js";
import { nearestName } from "../errors/nearest-name.js";
import { type Check, type Find, issuesOf, type Refusal } from "./check.js";

type Issue = z.core.$ZodRawIssue;

/** The words of a schema of zod and of its checks, for its `error`: a sentence without its full stop. */
export interface Words {
  readonly error: (issue: Pick<Issue, "path" | "input">) => string;
}

/** Words like those of a check; `what` completes "must be". A string is shown in the sentence. */
export function saying(what: string): Words {
  return { error: (issue) => refused({ what }, issue.input, placeOf(issue)) };
}

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

/** An issue in the words of options. */
function toSentence(issue: Issue, prefix: string): string | undefined {
  const path = pathOf(issue).reduce<string>(join, prefix);
  const words = wordsOf(issue);
  if (words) return words({ input: issue.input, path: [path] });
  switch (issue.code) {
    case "unrecognized_keys":
      return unknownMember(issue.keys[0] ?? "", knownOf(issue), path);
    case "invalid_type":
      return mustBe(
        issue.expected === "array" ? nameOfList(issue) : "an object",
        issue.input,
        path,
      );
    case "too_small":
      return `${quote(path)} must be ${nameOfList(issue)}, not an empty one`;
    default:
      return toOwnSentence(issue.params as Refusal | { readonly find: Find }, issue.input, path);
  }
}

/** The words that a schema of zod has for itself and for its checks, as `saying` makes them. */
function wordsOf({ inst, schema }: Issue): Words["error"] | undefined {
  const holders = [inst, schema] as readonly (
    | undefined
    | { readonly _zod: { def: Partial<Words> } }
  )[];
  return holders.find((holder) => holder?._zod.def.error)?._zod.def.error;
}

function toOwnSentence(params: Refusal | { readonly find: Find }, value: unknown, path: string) {
  return "find" in params ? params.find(value, path) : refused(params, value, path);
}

function refused({ what, hidden }: Refusal, value: unknown, path: string): string {
  if (typeof value !== "string") return mustBe(what, value, path);
  const shown = hidden ? "" : `, not ${JSON.stringify(clip(value, 60))}`;
  return `${quote(path)} must be ${what}${shown}`;
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

/** The place of an issue, such as `limits.requests_per_minute`; empty: the whole value. */
export function placeOf(issue: Pick<Issue, "path">): string {
  return pathOf(issue).reduce<string>(join, "");
}

/** The path of a member or an entry. */
export function join(path: string, key: PropertyKey): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? String(key) : `${path}.${String(key)}`;
}

/** The problem of a value of the wrong kind, which is named, but not shown. */
export function mustBe(what: string, value: unknown, path: string): string {
  return `${quote(path)} must be ${what}, not ${kindOf(value)}`;
}

/** A place in a message. */
export function quote(path: string): string {
  return path === "" ? "the options" : JSON.stringify(clip(path, 200));
}

/** What a value is, without its content unless that is a number or a constant. */
function kindOf(value: unknown): string {
  if (typeof value === "string") return "a string";
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object" || value === null) return String(value);
  return "then" in value ? "a promise, which must be awaited" : "an object";
}
