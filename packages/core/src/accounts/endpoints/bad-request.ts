import { ServiceError } from "../../errors/service-error.js";

/** The refusal of a parameter or a member of a body; the message names it. */
export function badRequest(param: string | undefined, message: string): ServiceError {
  return new ServiceError({ kind: "bad_request", message, param });
}

/** Reads a value with a check that throws a `TypeError`; what it finds is the caller's fault. */
export function refusing<T>(param: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof TypeError ? badRequest(param, error.message) : error;
  }
}

/** Nothing has this id. */
export function notFound(message: string): ServiceError {
  return new ServiceError({ kind: "unknown_path", message });
}
