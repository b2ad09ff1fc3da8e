import { type ErrorKind, ServiceError } from "../errors/service-error.js";

/** Kinds of failures of a model that pass by themselves, so that another try may succeed. */
export const passingKinds: ReadonlySet<ErrorKind> = new Set([
  "upstream_unavailable",
  "upstream_bad_response",
  "upstream_timeout",
  "overloaded",
  "rate_limited",
]);

/** Kinds of failures that lie with the model, so that another model may succeed. */
export const modelKinds: ReadonlySet<ErrorKind> = new Set([...passingKinds, "internal"]);

/** The error of a model that is over its time. */
export function timedOut(): ServiceError {
  return new ServiceError({
    kind: "upstream_timeout",
    message: "The model did not answer in time.",
    mayHaveRun: true,
  });
}
