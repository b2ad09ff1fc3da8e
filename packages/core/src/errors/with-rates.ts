import type { RateStatus } from "../accounts/limits/limits.js";
import { ServiceError } from "./service-error.js";

/**
 * The failure of a request that was let in, with the rates it was let in under. What is no
 * `ServiceError` stays as it is, for the reporter.
 */
export function withRates(error: unknown, rates: RateStatus | undefined): unknown {
  if (!rates || !ServiceError.is(error) || error.rates) return error;
  return new ServiceError({ ...error, message: error.message, cause: error.cause, rates });
}
