import { badReply } from "../../../errors/bad-reply.js";
import { isObject, type JsonObject } from "../../../json/value.js";

/** Whether an event or a body reports an error; the errors of some servers have no type. */
export function isFailure({ type, error }: JsonObject): boolean {
  return type === "error" || (error !== undefined && error !== null && error !== false);
}

/**
 * A string of an upstream; empty if it is absent or null. @throws ServiceError
 * `upstream_bad_response`
 */
export function readText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw badReply("A text is not a string.");
  return value;
}

/** Checks that a value of an upstream is an object. @throws ServiceError `upstream_bad_response` */
export function readObject(value: unknown): JsonObject {
  if (!isObject(value)) throw badReply("A member of an event is not an object.");
  return value;
}
