import type { FieldPath } from "../errors/service-error.js";

/** The JSON types, as both formats' error texts need to tell them apart. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The first thing that is wrong with a value, in neutral words; each format has its own texts. */
export type Problem = { readonly path: FieldPath } & (
  | { readonly kind: "missing" }
  | { readonly kind: "type"; readonly expected: string; readonly received: JsonType }
  | { readonly kind: "value"; readonly allowed: readonly string[]; readonly received: unknown }
  /** `of` says what is counted: the number itself, or the length of a string or an array. */
  | {
      readonly kind: "below";
      readonly of: "number" | "string" | "array";
      readonly minimum: number;
      readonly received: number;
    }
  | {
      readonly kind: "above";
      readonly of: "number" | "string" | "array";
      readonly maximum: number;
      readonly received: number;
    }
  | { readonly kind: "pattern"; readonly pattern: string }
  | { readonly kind: "unknown"; readonly name: string }
);

/** The JSON type of a parsed value. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string" || typeof value === "boolean")
    return typeof value as "string" | "boolean";
  return "object";
}
