import type { FieldPath } from "../errors/service-error.js";
import { jsonTypeOf, type Problem } from "./problem.js";

/**
 * What a JSON value must be like: a function that finds the first problem of a value, and `undefined`
 * if there is none. The path of the problem begins at the value. Members are looked at in the order
 * in which a schema names them; only the first problem is looked for, because one answer names one
 * field.
 */
export type Schema = (value: unknown) => Problem | undefined;

/** The first problem of the value at `path`. A path is built only where there is a problem. */
export function findProblem(schema: Schema, value: unknown, path: FieldPath): Problem | undefined {
  const problem = schema(value);
  return problem && below(problem, ...path);
}

/** A problem, seen from further up. */
export function below(problem: Problem, ...path: FieldPath): Problem {
  return { ...problem, path: [...path, ...problem.path] };
}

/** The least and the most of a number, or of the length of a string or an array. */
export interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Any value; it may be absent. */
export const anything: Schema = () => undefined;

export const boolean: Schema = (value) =>
  typeof value === "boolean" ? undefined : toTypeProblem("boolean", value);

/** A string with so many UTF-16 units that matches a pattern. */
export function string({ pattern, ...range }: Range & { readonly pattern?: RegExp } = {}): Schema {
  return (value) => {
    if (typeof value !== "string") return toTypeProblem("string", value);
    const problem = findRangeProblem(value.length, "string", range);
    if (problem || !pattern || pattern.test(value)) return problem;
    return { kind: "pattern", path: [], pattern: pattern.source };
  };
}

/** A finite number. */
export function number(range: Range = {}): Schema {
  return (value) =>
    Number.isFinite(value)
      ? findRangeProblem(value as number, "number", range)
      : toTypeProblem("number", value);
}

/** A whole number that JavaScript holds exactly. */
export function integer(range: Range = {}): Schema {
  const isNumber = number(safe);
  return (value) => {
    if (Number.isFinite(value) && !Number.isInteger(value)) {
      return toTypeProblem("int", value);
    }
    return isNumber(value) ?? findRangeProblem(value as number, "number", range);
  };
}

const safe: Range = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/** One of a closed list of strings. */
export function oneOf(...allowed: readonly string[]): Schema {
  return (value) => {
    if (typeof value !== "string") return toTypeProblem("string", value);
    return allowed.includes(value)
      ? undefined
      : { kind: "value", path: [], allowed, received: value };
  };
}

/** What one of several schemas takes; the problem does not say which one came close. */
export function either(...schemas: readonly Schema[]): Schema {
  return (value) =>
    schemas.some((schema) => schema(value) === undefined)
      ? undefined
      : toTypeProblem("valid", value);
}

/** What a schema takes, or nothing. */
export function optional(schema: Schema): Schema {
  return (value) => (value === undefined ? undefined : schema(value));
}

/** What a schema takes, `null` or nothing. */
export function nullish(schema: Schema): Schema {
  return (value) => (value === null || value === undefined ? undefined : schema(value));
}

/** A list; its items are looked at before their number. */
export function array(item: Schema, range: Range = {}): Schema {
  return (value) => {
    if (!Array.isArray(value)) return toTypeProblem("array", value);
    if (item !== anything) {
      for (let index = 0; index < value.length; index++) {
        const problem = item(value[index]);
        if (problem) return below(problem, index);
      }
    }
    return findRangeProblem(value.length, "array", range);
  };
}

/** An object that has these members; others are taken as they are. */
export function object(members: Readonly<Record<string, Schema>> = {}): Schema {
  const list = Object.entries(members);
  return (value) => {
    if (jsonTypeOf(value ?? null) !== "object") return toTypeProblem("object", value);
    for (const [name, schema] of list) {
      const problem = schema((value as Readonly<Record<string, unknown>>)[name]);
      if (problem) return below(problem, name);
    }
    return undefined;
  };
}

/** An object whose members all match one schema. */
export function record(member: Schema): Schema {
  return (value) => {
    if (jsonTypeOf(value ?? null) !== "object") return toTypeProblem("record", value);
    for (const [name, each] of Object.entries(value as object)) {
      const problem = member(each);
      if (problem) return below(problem, name);
    }
    return undefined;
  };
}

function toTypeProblem(expected: string, value: unknown): Problem {
  if (value === undefined) return { kind: "missing", path: [] };
  return { kind: "type", path: [], expected, received: jsonTypeOf(value) };
}

function findRangeProblem(
  received: number,
  of: "number" | "string" | "array",
  { minimum, maximum }: Range,
): Problem | undefined {
  if (minimum !== undefined && received < minimum) {
    return { kind: "below", path: [], of, minimum, received };
  }
  if (maximum !== undefined && received > maximum) {
    return { kind: "above", path: [], of, maximum, received };
  }
  return undefined;
}
