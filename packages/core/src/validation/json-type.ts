/** The JSON types, as the error texts of both formats distinguish them. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The JSON type of a parsed value. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string" || typeof value === "boolean")
    return typeof value as "string" | "boolean";
  return "object";
}
