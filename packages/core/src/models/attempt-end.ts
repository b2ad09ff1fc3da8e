import { ServiceError } from "../errors/service-error.js";
import type { AttemptEnd } from "./model.js";

const attemptEnds: readonly AttemptEnd[] = ["upstream_error", "timeout", "limit", "client_abort"];

/**
 * How a try ends that is stopped for this reason, which is what a reply was cancelled with or the
 * reason of an aborted signal. Whatever says nothing of the model means that the caller has left.
 */
export function toAttemptEnd(reason: unknown): AttemptEnd {
  if (ServiceError.is(reason) && reason.kind === "upstream_timeout") return "timeout";
  return attemptEnds.find((end) => end === reason) ?? "client_abort";
}
