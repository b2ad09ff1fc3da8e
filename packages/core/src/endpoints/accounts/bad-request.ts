import { ServiceError } from "../../errors/service-error.js";

/** The refusal of a parameter or a member of a body; the message names it. */
export function badRequest(param: string | undefined, message: string): ServiceError {
  return new ServiceError({ kind: "bad_request", message, param });
}

/** The refusal of an id that does not exist. */
export function notFound(message: string): ServiceError {
  return new ServiceError({ kind: "unknown_path", message });
}
