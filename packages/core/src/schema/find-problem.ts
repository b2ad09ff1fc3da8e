import type * as z from "zod/mini";
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

/**
 * Checks a value against a schema. Only the first issue is kept, because one answer names one field;
 * arrays of unbounded length are checked element by element by the caller, so that a million bad
 * elements cost as much as one.
 */
export function findProblem(
  schema: z.ZodMiniType,
  value: unknown,
  base: FieldPath = [],
): Problem | undefined {
  const result = schema.safeParse(value);
  const issue = result.success ? undefined : result.error.issues[0];
  return issue && toProblem(issue, value, base);
}

type Issue = NonNullable<ReturnType<z.ZodMiniType["safeParse"]>["error"]>["issues"][number];

function toProblem(issue: Issue, root: unknown, base: FieldPath): Problem {
  const relative = issue.path as (string | number)[];
  const path = [...base, ...relative];
  const received = valueAt(root, relative);
  if (received === undefined) return { kind: "missing", path };
  switch (issue.code) {
    case "invalid_type":
      return { kind: "type", path, expected: issue.expected, received: jsonTypeOf(received) };
    case "invalid_value":
      if (typeof received !== typeof issue.values[0]) {
        return {
          kind: "type",
          path,
          expected: typeof issue.values[0],
          received: jsonTypeOf(received),
        };
      }
      return { kind: "value", path, allowed: issue.values.map(String), received };
    case "too_small":
      return {
        kind: "below",
        path,
        of: countedOf(received),
        minimum: Number(issue.minimum),
        received: sizeOf(received),
      };
    case "too_big":
      return {
        kind: "above",
        path,
        of: countedOf(received),
        maximum: Number(issue.maximum),
        received: sizeOf(received),
      };
    case "invalid_format":
      return {
        kind: "pattern",
        path,
        pattern: String(issue.pattern ?? "").replace(/^\/|\/[a-z]*$/g, ""),
      };
    case "unrecognized_keys":
      return { kind: "unknown", path: [...path, issue.keys[0] ?? ""], name: issue.keys[0] ?? "" };
    case "invalid_union":
      return { kind: "type", path, expected: "valid", received: jsonTypeOf(received) };
    default:
      return { kind: "type", path, expected: "valid", received: jsonTypeOf(received) };
  }
}

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  let value = root;
  for (const key of path)
    value = (value as Record<string | number, unknown> | null | undefined)?.[key];
  return value;
}

/** The JSON type of a parsed value. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string" || typeof value === "boolean")
    return typeof value as "string" | "boolean";
  return "object";
}

function countedOf(value: unknown): "number" | "string" | "array" {
  return typeof value === "string" ? "string" : Array.isArray(value) ? "array" : "number";
}

function sizeOf(value: unknown): number {
  return typeof value === "string" || Array.isArray(value) ? value.length : Number(value);
}
