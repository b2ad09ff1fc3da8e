import { ServiceError } from "./service-error.js";

/** The error for a port whose store failed: requests are refused, and nothing is sent unpaid. */
export function storeUnavailable(cause: unknown): ServiceError {
  return new ServiceError({
    kind: "store_unavailable",
    message: "The service cannot reach one of its stores. Try again soon.",
    retryAfterSeconds: 5,
    cause,
  });
}
