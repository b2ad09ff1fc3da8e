import { ServiceError, toProviderError } from "@diglot/core";
import { asHavingRun, unreadable } from "@diglot/core/frameworks";

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
  const name = nameOf(error);
  const said = messageOf(error);
  if (name === "ModelBehaviorError") return unreadable(`${name}: ${said}`);
  // The clients of providers throw it for chunks that are not JSON.
  if (name === "SyntaxError") return unreadable(name);
  if (unsupported.test(said)) return toUnsupported(said);
  const isOwn = typeof error === "object" && error !== null && "state" in error;
  return isOwn ? new Error(`The run has failed: ${name}: ${said}`) : error;
}

/** What the SDK says of content that a kind of model does not take. */
const unsupported =
  /^(Unsupported input content type|File input requires|Only image URLs|Chat Completions (only supports|input_audio))/;

function toUnsupported(said: string): ServiceError {
  return new ServiceError({
    kind: "bad_request",
    message: "The model behind this endpoint does not support a part of this request.",
    cause: new Error(said),
  });
}

/** The SDK quotes what it does not take behind its words. */
function messageOf(error: unknown): string {
  const { message } = Object(error);
  return typeof message === "string" ? message.replace(/:?\s*[{[].*/s, "") : "";
}
