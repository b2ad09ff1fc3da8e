import { ServiceError } from "../src/errors/service-error.js";

/** The error with which a call is refused, or `undefined` if it succeeds. */
export function faultOf(call: () => unknown): ServiceError | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (ServiceError.is(error)) return error;
    throw error;
  }
}
