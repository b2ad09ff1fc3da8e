import { toCause } from "./cause.js";
import { ServiceError } from "./service-error.js";

/**
 * The error of a model whose reply is invalid. The caller learns no more than that.
 * @param cause for the operator: a sentence, or what was thrown
 */
export function badReply(cause: unknown): ServiceError {
  return new ServiceError({
    kind: "upstream_bad_response",
    message: "The model's reply was malformed.",
    mayHaveRun: true,
    cause: typeof cause === "string" ? toCause(cause) : cause,
  });
}
