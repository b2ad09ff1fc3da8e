import { ServiceError } from "../../../errors/service-error.js";

/** The error of a run that has completed a step. The step is paid for, so another attempt costs again. */
export function asHavingRun(error: unknown): unknown {
  return ServiceError.is(error) ? ServiceError.with(error, { mayHaveRun: true }) : error;
}
