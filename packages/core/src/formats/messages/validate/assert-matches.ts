import type { FieldPath } from "../../../errors/service-error.js";
import { findIssue } from "../../../validation/first-issue.js";
import { below, type Schema } from "../../../validation/issue.js";
import { toServiceError } from "./problem.js";

/**
 * Checks a value against a schema; `path` is its place in the body, including the tags of unions.
 * @throws ServiceError `bad_request` in the words of the wire
 */
export function assertMatches(schema: Schema, value: unknown, path: FieldPath): void {
  const issue = findIssue(schema, value);
  if (issue) throw toServiceError(below(issue, ...path));
}
