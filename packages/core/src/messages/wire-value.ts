import type { JsonObject } from "../conversation/conversation.js";
import { ServiceError } from "../errors/service-error.js";

/** Whether a value is an object with members, not a list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether an event, or a body, tells of an error; other servers' errors have no type. */
export function isError({ type, error }: JsonObject): boolean {
  return type === "error" || (error !== undefined && error !== null && error !== false);
}

/** A text of an upstream; absent and null are no text. @throws ServiceError `upstream_bad_response` */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw malformed("A text is not a string.");
  return value;
}

/** An upstream's answer that is not one. `what` goes to the operator only. */
export function malformed(what: string): ServiceError {
  return new ServiceError({
    kind: "upstream_bad_response",
    message: "The model's reply was malformed.",
    mayHaveRun: true,
    cause: new Error(what),
  });
}
