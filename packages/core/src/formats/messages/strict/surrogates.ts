import { ServiceError } from "../../../errors/service-error.js";
import type { MessagesRequest } from "../wire/types.js";

/** With the `u` flag a pair is one character, so only lone halves match. */
const loneSurrogate = /[\uD800-\uDFFF]/u;

/** Lone halves of surrogate pairs, which the parser of the real service takes for broken JSON. */
export function findSurrogateProblem(request: MessagesRequest): ServiceError | undefined {
  if (!hasLoneSurrogate(request)) return undefined;
  return new ServiceError({
    kind: "invalid_json",
    message: "The request body is not valid JSON: no low surrogate in string",
  });
}

/** The nesting of a body is bounded before it gets here. */
function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return loneSurrogate.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLoneSurrogate);
  return Object.entries(value).some(
    ([key, member]) => loneSurrogate.test(key) || hasLoneSurrogate(member),
  );
}
