import { ServiceError } from "../../errors/service-error.js";

/** The same error of a run of which a step is complete: it has been paid, so another attempt costs again. */
export function asHavingRun(error: unknown): unknown {
  return ServiceError.is(error) ? ServiceError.with(error, { mayHaveRun: true }) : error;
}
