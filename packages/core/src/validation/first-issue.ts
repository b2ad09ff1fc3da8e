import type * as z from "zod/mini";
import type { FieldPath } from "../errors/service-error.js";

/** A schema of zod. Those of this service are synchronous. */
export type Schema = z.core.$ZodType;

/** What is wrong with a value. zod adds a message, which no format uses. */
export type Issue = z.core.$ZodRawIssue;

/**
 * zod stops at the first problem for `z.validate`, which returns only a boolean. Otherwise it collects
 * the problems of every item of a list, and a request has up to 500,000 of them.
 */
const stopAtFirst = { async: false, abortEarly: true } as const;

/**
 * The first problem of the value at `path`, in the order of the members in the schema. The output of
 * zod is not used: it is a copy, and has no member named `__proto__`.
 */
export function findIssue(schema: Schema, value: unknown, path?: FieldPath): Issue | undefined {
  const result = schema._zod.run({ value, issues: [] }, stopAtFirst) as z.core.ParsePayload;
  const issue = result.issues[0];
  return issue && path ? below(issue, ...path) : issue;
}

/** A problem of a value, seen from the value that contains it. */
export function below(issue: Issue, ...path: FieldPath): Issue {
  return { ...issue, path: [...path, ...(issue.path ?? [])] };
}

/** The path of a problem. JSON has no symbols as names. */
export function pathOf({ path = [] }: Issue): FieldPath {
  return path as FieldPath;
}

/** A value that is out of its range: a number, or the length of a string or a list. */
export type LimitIssue = Extract<Issue, { readonly code: "too_small" | "too_big" }>;

/** The number that is out of range: the value itself, or its length. */
export function sizeOf({ input }: LimitIssue): number {
  if (typeof input === "number") return input;
  return (input as string | readonly unknown[]).length;
}

/** The pattern that a string does not match, without the slashes around it. */
export function patternOf({ pattern = "" }: Extract<Issue, { code: "invalid_format" }>): string {
  return pattern.slice(1, pattern.lastIndexOf("/"));
}
