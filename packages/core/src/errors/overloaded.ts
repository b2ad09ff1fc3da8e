import { ServiceError } from "./service-error.js";

/** The error for a request that the server has no room for: for its run, or for its body. */
export function overloaded(): ServiceError {
  return new ServiceError({
    kind: "overloaded",
    message: "The server accepts no more requests at the moment.",
    retryAfterSeconds: 1,
  });
}
