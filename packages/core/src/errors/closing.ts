import { ServiceError } from "./service-error.js";

/** The error for callers while the service shuts down. */
export function closing(): ServiceError {
  return new ServiceError({
    kind: "overloaded",
    message: "The server is shutting down. Try again soon.",
    retryAfterSeconds: 1,
  });
}
