import type { FieldPath } from "../../../errors/service-error.js";
import { findProblem, type Schema } from "../../../schema/schema.js";
import { toServiceError } from "./problem.js";

/**
 * Checks a value against a schema; `path` is its place in the body, including the tags of unions.
 * @throws ServiceError `bad_request` in the words of the wire
 */
export function assertMatches(schema: Schema, value: unknown, path: FieldPath): void {
  const problem = findProblem(schema, value, path);
  if (problem) throw toServiceError(problem);
}
