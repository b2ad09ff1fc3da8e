import type { z } from "zod";
import { likelyName } from "../../discover/nearest-name.js";
import { listMembers } from "./list-members.js";
import type { Problem } from "./problem.js";

type Issue = z.core.$ZodIssue;

/** The mistakes that a schema has found, one for each place, with what is allowed there. */
export function toProblems(issues: readonly Issue[], schema: z.core.$ZodType): readonly Problem[] {
  return issues.flatMap((issue) => toProblem(issue, [], schema));
}

function toProblem(
  issue: Issue,
  parent: readonly PropertyKey[],
  schema: z.core.$ZodType,
): readonly Problem[] {
  const path = [...parent, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    const names = listMembers(schema, path);
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownMember(key, names) }));
  }
  if (issue.code === "invalid_union") return ofUnion(issue.errors, path, schema);
  return [{ path, message: toMessage(issue) }];
}

function unknownMember(key: string, names: readonly string[]): string {
  const nearest = likelyName(key, names);
  return nearest === undefined
    ? `is not known here; there are ${names.join(", ")}`
    : `is not known here; did you mean ${nearest}?`;
}

/** The mistakes of the branch whose kind of value was given, or what kinds there are. */
function ofUnion(
  branches: readonly (readonly Issue[])[],
  path: readonly PropertyKey[],
  schema: z.core.$ZodType,
): readonly Problem[] {
  const meant = branches.find((issues) => !issues.some(isOfAnotherKind));
  if (meant) return meant.flatMap((issue) => toProblem(issue, path, schema));
  const kinds = branches.flatMap((issues) => issues.filter(isOfAnotherKind).map(toKind));
  return [{ path, message: `must be ${kinds.join(" or ")}` }];
}

function isOfAnotherKind(issue: Issue): boolean {
  return (
    issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value")
  );
}

function toKind(issue: Issue): string {
  if (issue.code === "invalid_type") return kindNames[issue.expected] ?? issue.expected;
  return issue.code === "invalid_value" ? listValues(issue.values) : issue.message;
}

const kindNames: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

function toMessage(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `${issue.input === undefined ? "is missing; it " : ""}${ownWords(issue) ?? `must be ${toKind(issue)}`}`;
    case "invalid_value":
      return `must be ${listValues(issue.values)}`;
    case "too_small":
      return toLimit(issue.origin, issue.minimum, issue.inclusive === false ? "above" : "at least");
    case "too_big":
      return toLimit(issue.origin, issue.maximum, "at most");
    case "invalid_key":
      return "must have a name that is not empty";
    default:
      return issue.message;
  }
}

/** The words of a schema that says itself what a value must be. */
function ownWords({ message }: Issue): string | undefined {
  return message.startsWith("must be ") ? message : undefined;
}

/** Of texts and lists only the smallest size is limited, and it is 1. */
function toLimit(origin: string, limit: number | bigint, word: string): string {
  return origin === "string" || origin === "array"
    ? "must not be empty"
    : `must be ${word} ${limit}`;
}

function listValues(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" or ");
}
