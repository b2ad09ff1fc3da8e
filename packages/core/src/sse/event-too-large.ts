import type { OverLimit } from "../errors/over-limit.js";
import { ServiceError } from "../errors/service-error.js";

/** The error of a stream with an event that is larger than its limit; the cause goes to the operator. */
export function eventTooLarge(cause: OverLimit): ServiceError {
  return new ServiceError({
    kind: "upstream_bad_response",
    message: "An event of the model's stream is larger than its limit.",
    mayHaveRun: true,
    cause,
  });
}
