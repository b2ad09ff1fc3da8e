import { type ErrorKind, ServiceError } from "../errors/service-error.js";

/** Kinds of temporary failures of a model: another attempt may succeed. */
export const passingKinds: ReadonlySet<ErrorKind> = new Set([
  "upstream_unavailable",
  "upstream_bad_response",
  "upstream_timeout",
  "overloaded",
  "rate_limited",
]);

/** Kinds of failures that the model causes: another model may succeed. */
export const modelKinds: ReadonlySet<ErrorKind> = new Set([...passingKinds, "internal"]);

/** The error of a model that takes too long. */
export function timedOut(): ServiceError {
  return new ServiceError({
    kind: "upstream_timeout",
    message: "The model did not answer in time.",
    mayHaveRun: true,
  });
}
