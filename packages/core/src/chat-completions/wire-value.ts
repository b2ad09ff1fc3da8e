import type { JsonObject } from "../conversation/conversation.js";
import { ServiceError } from "../errors/service-error.js";

/** Whether a value is an object with members, not a list and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else one without members. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is a string, else an empty one. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The objects of a list; some servers send a single object where the wire has a list. */
export function toObjects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return isObject(value) ? [value] : none;
  return value.every(isObject) ? value : value.filter(isObject);
}

const none: readonly JsonObject[] = [];

/** An upstream's answer that is not one. `what` goes to the operator only. */
export function malformed(what: string): ServiceError {
  return new ServiceError({
    kind: "upstream_bad_response",
    message: "The model's reply was malformed.",
    mayHaveRun: true,
    cause: new Error(what),
  });
}
