import type { FieldPath } from "../../../errors/service-error.js";
import type { Schema } from "../../../schema/schema.js";
import { toServiceError } from "./problem.js";

/**
 * Holds a value against a schema; `path` is where it stands, with the tags of the unions.
 * @throws ServiceError `bad_request` in the words of the wire
 */
export function assertMatches(schema: Schema, value: unknown, path: FieldPath): void {
  const problem = schema(value, path);
  if (problem) throw toServiceError(problem);
}
