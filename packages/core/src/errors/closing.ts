import { ServiceError } from "./service-error.js";

/** What callers are told while the service goes down. */
export function closing(): ServiceError {
  return new ServiceError({
    kind: "overloaded",
    message: "The server is shutting down. Try again soon.",
    retryAfterSeconds: 1,
  });
}
