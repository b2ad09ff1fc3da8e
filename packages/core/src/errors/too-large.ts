import { ServiceError } from "./service-error.js";

/** The error for a request body of more than so many bytes. */
export function tooLarge(limit: number): ServiceError {
  return new ServiceError({
    kind: "too_large",
    message: `The request body is larger than ${limit} bytes.`,
  });
}
