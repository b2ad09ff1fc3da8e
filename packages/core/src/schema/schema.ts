import type { FieldPath } from "../errors/service-error.js";
import { jsonTypeOf, type Problem } from "./problem.js";

/**
 * What a JSON value must be like: a function that finds the first problem of the value at `path`,
 * and `undefined` if there is none. Members are looked at in the order in which a schema names them;
 * only the first problem is looked for, because one answer names one field.
 */
export type Schema = (value: unknown, path: FieldPath) => Problem | undefined;

/** The least and the most of a number, or of the length of a string or an array. */
export interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Any value; it may be absent. */
export const anything: Schema = () => undefined;

export const boolean: Schema = (value, path) =>
  typeof value === "boolean" ? undefined : toTypeProblem("boolean", value, path);

/** A string with so many UTF-16 units that matches a pattern. */
export function string({ pattern, ...range }: Range & { readonly pattern?: RegExp } = {}): Schema {
  return (value, path) => {
    if (typeof value !== "string") return toTypeProblem("string", value, path);
    const problem = findRangeProblem(value.length, "string", range, path);
    if (problem || !pattern || pattern.test(value)) return problem;
    return { kind: "pattern", path, pattern: pattern.source };
  };
}

/** A finite number. */
export function number(range: Range = {}): Schema {
  return (value, path) =>
    Number.isFinite(value)
      ? findRangeProblem(value as number, "number", range, path)
      : toTypeProblem("number", value, path);
}

/** A whole number that JavaScript holds exactly. */
export function integer(range: Range = {}): Schema {
  const isNumber = number(safe);
  return (value, path) => {
    if (Number.isFinite(value) && !Number.isInteger(value)) {
      return toTypeProblem("int", value, path);
    }
    return isNumber(value, path) ?? findRangeProblem(value as number, "number", range, path);
  };
}

const safe: Range = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/** One of a closed list of strings. */
export function oneOf(...allowed: readonly string[]): Schema {
  return (value, path) => {
    if (typeof value !== "string") return toTypeProblem("string", value, path);
    return allowed.includes(value) ? undefined : { kind: "value", path, allowed, received: value };
  };
}

/** What one of several schemas takes; the problem does not say which one came close. */
export function either(...schemas: readonly Schema[]): Schema {
  return (value, path) =>
    schemas.some((schema) => schema(value, path) === undefined)
      ? undefined
      : toTypeProblem("valid", value, path);
}

/** What a schema takes, or nothing. */
export function optional(schema: Schema): Schema {
  return (value, path) => (value === undefined ? undefined : schema(value, path));
}

/** What a schema takes, `null` or nothing. */
export function nullish(schema: Schema): Schema {
  return (value, path) => (value === null ? undefined : optional(schema)(value, path));
}

/** A list; its items are looked at before their number. */
export function array(item: Schema, range: Range = {}): Schema {
  return (value, path) => {
    if (!Array.isArray(value)) return toTypeProblem("array", value, path);
    const problem = findFirst(value.entries(), ([index, each]) => item(each, [...path, index]));
    return problem ?? findRangeProblem(value.length, "array", range, path);
  };
}

/** An object that has these members; others are taken as they are. */
export function object(members: Readonly<Record<string, Schema>> = {}): Schema {
  const list = Object.entries(members);
  return (value, path) =>
    jsonTypeOf(value ?? null) === "object"
      ? findFirst(list, ([name, schema]) =>
          schema((value as Readonly<Record<string, unknown>>)[name], [...path, name]),
        )
      : toTypeProblem("object", value, path);
}

/** An object whose members all match one schema. */
export function record(member: Schema): Schema {
  return (value, path) =>
    jsonTypeOf(value ?? null) === "object"
      ? findFirst(Object.entries(value as object), ([name, each]) => member(each, [...path, name]))
      : toTypeProblem("record", value, path);
}

function findFirst<Item>(
  items: Iterable<Item>,
  find: (item: Item) => Problem | undefined,
): Problem | undefined {
  for (const item of items) {
    const problem = find(item);
    if (problem) return problem;
  }
  return undefined;
}

function toTypeProblem(expected: string, value: unknown, path: FieldPath): Problem {
  if (value === undefined) return { kind: "missing", path };
  return { kind: "type", path, expected, received: jsonTypeOf(value) };
}

function findRangeProblem(
  received: number,
  of: "number" | "string" | "array",
  { minimum, maximum }: Range,
  path: FieldPath,
): Problem | undefined {
  if (minimum !== undefined && received < minimum) {
    return { kind: "below", path, of, minimum, received };
  }
  if (maximum !== undefined && received > maximum) {
    return { kind: "above", path, of, maximum, received };
  }
  return undefined;
}
