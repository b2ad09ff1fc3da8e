import type { ServiceError } from "../../../errors/service-error.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { refuseParameter, refuseUnknown } from "../validate/problem.js";

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
  if (unknown !== undefined) return refuseUnknown(unknown);
  const [name] = given;
  return name === undefined ? undefined : refuseParameter(name, replacements[name]);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
