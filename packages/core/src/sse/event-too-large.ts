import { OverLimit } from "../errors/over-limit.js";
import { ServiceError } from "../errors/service-error.js";

/**
 * The error of a stream with an event that is larger than its limit; the cause goes to the operator.
 * @param limit with its unit, such as `100 bytes`
 */
export function eventTooLarge(limit: string): ServiceError {
  return new ServiceError({
    kind: "upstream_bad_response",
    message: "An event of the model's stream is larger than its limit.",
    mayHaveRun: true,
    cause: new OverLimit(`An event has more than ${limit}.`),
  });
}
