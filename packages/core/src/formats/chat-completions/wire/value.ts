import { isObject, type JsonObject } from "../../../json/value.js";

/** The value if it is a string, else an empty string. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The objects of a list; some servers send a single object where the wire has a list. */
export function toObjects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return isObject(value) ? [value] : none;
  return value.every(isObject) ? value : value.filter(isObject);
}

const none: readonly JsonObject[] = [];
