import type * as z from "zod/mini";
import type { JsonObject } from "../json/value.js";
import { below, type Issue, type Schema } from "./issue.js";

/** Finds the first problem of a value. */
type Find = (value: unknown) => Issue | undefined;

const finders = new WeakMap<Schema, Find>();

/**
 * The first problem of a value, in the order of the members in the schema. Objects are walked by a
 * function that is made of the schema on its first use, and what they contain is judged by zod. Alone,
 * zod took four times as long: it copies each object, with all members that no schema names, and
 * visits those that are absent.
 */
export function findIssue(schema: Schema, value: unknown): Issue | undefined {
  let find = finders.get(schema);
  if (!find) {
    find = toFind(schema);
    finders.set(schema, find);
  }
  return find(value);
}

function toFind(schema: Schema): Find {
  const { inner, optional, nullable } = unwrap(schema);
  const { def } = internalsOf(inner);
  const find = def.type === "object" ? toFindInObject(inner, def) : toFindByZod(inner);
  if (!optional && !nullable) return find;
  return (value) => {
    const isAbsent = value === undefined ? optional : value === null && nullable;
    return isAbsent ? undefined : find(value);
  };
}

/** A schema without its `optional` and its `nullable`. */
function unwrap(schema: Schema) {
  let inner = schema;
  const wrappers: string[] = [];
  for (;;) {
    const { def } = internalsOf(inner);
    if (def.type !== "optional" && def.type !== "nullable") break;
    wrappers.push(def.type);
    inner = def.innerType;
  }
  return {
    inner,
    optional: wrappers.includes("optional"),
    nullable: wrappers.includes("nullable"),
  };
}

function internalsOf(schema: Schema) {
  return (schema as z.core.$ZodTypes)._zod;
}

/**
 * zod stops at the first problem for `z.validate`, which returns only a boolean. Otherwise it collects
 * the problems of every item of a list.
 */
const stopAtFirst = { async: false, abortEarly: true } as const;

function toFindByZod(schema: Schema): Find {
  return (value) => {
    const result = schema._zod.run({ value, issues: [] }, stopAtFirst) as z.core.ParsePayload;
    return result.issues[0];
  };
}

function toFindInObject(schema: Schema, { shape, catchall }: z.core.$ZodObjectDef): Find {
  const findByZod = toFindByZod(schema);
  const members = Object.entries(shape).map(toMember);
  const findInOthers = catchall && toFindInOthers(shape, catchall);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return findByZod(value);
    }
    for (const { name, optional, nullable, type, only, find } of members) {
      const member = (value as JsonObject)[name];
      if (member === undefined ? optional : member === null && nullable) continue;
      if (typeof member === type || (only !== undefined && member === only)) continue;
      const issue = find(member);
      if (issue) return below(issue, name);
    }
    return findInOthers?.(value as JsonObject);
  };
}

/** Checks the members that a schema does not name, unless they may have any value. */
function toFindInOthers(shape: z.core.$ZodShape, schema: Schema) {
  if (internalsOf(schema).def.type === "unknown") return undefined;
  const find = toFind(schema);
  return (value: JsonObject) => {
    for (const name of Object.keys(value)) {
      const issue = Object.hasOwn(shape, name) ? undefined : find(value[name]);
      if (issue) return below(issue, name);
    }
    return undefined;
  };
}

/**
 * A member of an object, and which of its values are right without a closer look: all of one `typeof`,
 * or the only one.
 */
function toMember([name, schema]: readonly [string, Schema]) {
  const { inner, optional, nullable } = unwrap(schema);
  const { def } = internalsOf(inner);
  const isPlain = (def.type === "string" || def.type === "boolean") && !def.checks;
  return {
    name,
    optional,
    nullable,
    type: isPlain ? def.type : undefined,
    only: def.type === "literal" && def.values.length === 1 ? def.values[0] : undefined,
    find: toFind(inner),
  };
}
