import { type ErrorKind, ServiceError } from "../errors/service-error.js";

/** How an attempt ended; `shutdown`: the service closed before the reply was complete. */
export type AttemptEnd =
  | "completed"
  | "upstream_error"
  | "client_abort"
  | "timeout"
  | "limit"
  | "shutdown";

const attemptEnds: readonly AttemptEnd[] = [
  "upstream_error",
  "timeout",
  "limit",
  "shutdown",
  "client_abort",
];

/** The ends that the service brings about by aborting a signal. */
const endOfKind: Readonly<Partial<Record<ErrorKind, AttemptEnd>>> = {
  upstream_timeout: "timeout",
  overloaded: "shutdown",
};

/** Why a choice is stopped whose request has failed with another choice. It says nothing about its model. */
export const otherChoiceFailed: Error = /* @__PURE__ */ new Error("Another choice has failed.");

/**
 * How an attempt ends that is stopped for this reason: what its reply was cancelled with, or the
 * reason of an aborted signal. A reason that is not one of these means that the caller has left.
 */
export function toAttemptEnd(reason: unknown): AttemptEnd {
  if (reason === otherChoiceFailed) return "upstream_error";
  const end = ServiceError.is(reason) ? endOfKind[reason.kind] : undefined;
  return end ?? attemptEnds.find((known) => known === reason) ?? "client_abort";
}

/**
 * How an attempt ends whose reply was read to its end before it was cancelled. Only a reader that
 * refuses what it has read changes how the attempt has ended.
 */
export function toWholeEnd(reason: unknown): AttemptEnd {
  if (reason === otherChoiceFailed) return "completed";
  const end = toAttemptEnd(reason);
  return end === "limit" || end === "upstream_error" ? end : "completed";
}
