import type { JsonObject } from "@diglot/core";

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object of a JSON text; undefined for a text of anything else. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}

/** Whether a value is a JSON object; a list is not one. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON text without white space between its parts; a text that is not JSON is returned unchanged. */
export function compactJson(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value);
}

/** Whether two values are the same as JSON, the order of their members included. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
