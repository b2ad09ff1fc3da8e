import { ServiceError } from "../../../errors/service-error.js";
import type { MessagesRequest } from "../schemas/whole.js";

/** With the `u` flag a surrogate pair is one character, so only lone surrogates match. */
const loneSurrogate = /[\uD800-\uDFFF]/u;

/** Finds lone surrogates, which the real service's parser reports as invalid JSON. */
export function findSurrogateProblem(request: MessagesRequest): ServiceError | undefined {
  if (!hasLoneSurrogate(request)) return undefined;
  return new ServiceError({
    kind: "invalid_json",
    message: "The request body is not valid JSON: no low surrogate in string",
  });
}

/** Recursion is safe: the nesting of a body has been limited before this check. */
function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return loneSurrogate.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLoneSurrogate);
  return Object.entries(value).some(
    ([key, member]) => loneSurrogate.test(key) || hasLoneSurrogate(member),
  );
}
