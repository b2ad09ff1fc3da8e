import { ServiceError, toProviderError } from "@diglot/core";
import { asHavingRun } from "@diglot/core/frameworks";

/** The name of an error. */
export function nameOf(error: unknown): string {
  const { name } = Object(error);
  return typeof name === "string" ? name : "";
}

/** Whether a guardrail of the agent has refused its input or its output. */
export function isTripwire(error: unknown): boolean {
  return nameOf(error).endsWith("TripwireTriggered");
}

/**
 * What an error of a run means to the caller. An error of the SDK itself holds the state of the run, and
 * with it the whole conversation, so its name and its message alone are reported.
 * @param hasRun whether a model has been paid, so that another attempt costs again
 */
export function toRunError(error: unknown, hasRun: boolean): unknown {
  const read = toProviderError(error);
  if (ServiceError.is(read)) return hasRun ? asHavingRun(read) : read;
  if (typeof error !== "object" || error === null || !("state" in error)) return error;
  const { message } = error as { message?: unknown };
  return new Error(`The run has failed: ${nameOf(error)}: ${message}`);
}
