import type { ServiceError } from "../../../errors/service-error.js";
import { refuseParameter, toServiceError } from "../validate/problem.js";
import type { ChatCompletionRequest } from "../wire/types.js";

/**
 * Members of the body that a model refuses, and how: as `unsupported` by this model, or as `unknown`
 * to every model.
 */
export type RefusedParameters = Readonly<Record<string, "unsupported" | "unknown">>;

/** What to use instead of a member that some models refuse. */
const replacements: Readonly<Record<string, string>> = {
  max_tokens: " Use 'max_completion_tokens' instead.",
};

/** Finds a member that a model refuses. Unknown members come first, as in all other checks. */
export function findRefusedFault(
  request: ChatCompletionRequest,
  refuses: RefusedParameters = {},
): ServiceError | undefined {
  const given = Object.keys(refuses).filter((name) => isGiven(request[name]));
  const unknown = given.find((name) => refuses[name] === "unknown");
  if (unknown !== undefined)
    return toServiceError({ kind: "unknown", path: [unknown], name: unknown });
  const [name] = given;
  return name === undefined ? undefined : refuseParameter(name, replacements[name]);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
