import type * as z from "zod/mini";
import type { FieldPath } from "../errors/service-error.js";

/** A schema of zod. Those of this service are synchronous. */
export type Schema = z.core.$ZodType;

/** What is wrong with a value. zod adds a message, which no format uses. */
export type Issue = z.core.$ZodRawIssue;

/** A value that is out of its range: a number, or the length of a string or a list. */
export type LimitIssue = Extract<Issue, { readonly code: "too_small" | "too_big" }>;

/** A problem of a value, seen from the value that contains it. */
export function below(issue: Issue, ...path: FieldPath): Issue {
  return { ...issue, path: [...path, ...(issue.path ?? [])] };
}

/** The path of a problem. JSON has no symbols as names. */
export function pathOf({ path = [] }: Issue): FieldPath {
  return path as FieldPath;
}

/** The number that is out of range: the value itself, or its length. */
export function sizeOf({ input }: LimitIssue): number {
  if (typeof input === "number") return input;
  return (input as string | readonly unknown[]).length;
}

/** The pattern that a string does not match, without the slashes around it. */
export function patternOf({ pattern = "" }: Extract<Issue, { code: "invalid_format" }>): string {
  return pattern.slice(1, pattern.lastIndexOf("/"));
}
