import type { JsonObject } from "../../../conversation/conversation.js";
import { badReply } from "../../../errors/bad-reply.js";
import { isObject } from "../../../json/value.js";

/** Whether an event, or a body, tells of an error; other servers' errors have no type. */
export function isFailure({ type, error }: JsonObject): boolean {
  return type === "error" || (error !== undefined && error !== null && error !== false);
}

/** A text of an upstream; absent and null are no text. @throws ServiceError `upstream_bad_response` */
export function readText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw badReply("A text is not a string.");
  return value;
}

/** An object of an upstream. @throws ServiceError `upstream_bad_response` */
export function readObject(value: unknown): JsonObject {
  if (!isObject(value)) throw badReply("A member of an event is not an object.");
  return value;
}
