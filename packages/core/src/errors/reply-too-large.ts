import { OverLimit } from "./over-limit.js";
import { ServiceError } from "./service-error.js";

/**
 * The error of a model whose reply is larger than one of the service's limits. Its attempt ends as
 * `limit`.
 * @param cause for the operator: a sentence that says what was too much
 */
export function replyTooLarge(cause: string): ServiceError {
  return new ServiceError({
    kind: "upstream_bad_response",
    message: "The model's reply is larger than its limit.",
    mayHaveRun: true,
    cause: new OverLimit(cause),
  });
}

/** The error of a reply with more blocks, calls and citations than it may have. */
export function tooManyBlocks(limit: number): ServiceError {
  return replyTooLarge(`The reply has more than ${limit} blocks, calls and citations.`);
}

/** Whether a failure is because of one of the service's own limits. */
export function isOverLimit(error: unknown): boolean {
  return ServiceError.is(error) && error.cause instanceof OverLimit;
}
