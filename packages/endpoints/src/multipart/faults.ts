import { refuse, ServiceError } from "@diglot/core/formats";

/** The refusal of a form, which names the field at fault if there is one. */
export function badForm(message: string, field?: string): ServiceError {
  return field === undefined
    ? new ServiceError({ kind: "bad_request", message })
    : refuse(message, field);
}
