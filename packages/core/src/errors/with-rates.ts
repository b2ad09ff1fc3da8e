import type { RateStatus } from "./rates.js";
import { ServiceError } from "./service-error.js";

/**
 * The failure of an admitted request, with the rates under which it was admitted. An error that is not
 * a `ServiceError` stays unchanged, for the reporter.
 */
export function withRates(error: unknown, rates: RateStatus | undefined): unknown {
  if (!rates || !ServiceError.is(error) || error.rates) return error;
  return ServiceError.with(error, { rates });
}
