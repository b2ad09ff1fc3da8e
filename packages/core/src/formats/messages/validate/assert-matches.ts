import type * as z from "zod/mini";
import type { FieldPath } from "../../../errors/service-error.js";
import { findProblem } from "../../../schema/find-problem.js";
import { toServiceError } from "./problem.js";

/**
 * Holds a value against a schema; `path` is where it stands, with the tags of the unions.
 * @throws ServiceError `bad_request` in the words of the wire
 */
export function assertMatches(schema: z.ZodMiniType, value: unknown, path: FieldPath): void {
  const problem = findProblem(schema, value, path);
  if (problem) throw toServiceError(problem);
}
