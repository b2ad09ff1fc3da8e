import { type Check, checks, type MemberCheck } from "@diglot/core";
import { isJsonObject } from "./json.js";

const { choose, finds, is, members, oneOf } = checks;

/** The checks of the members of every type of a union. */
export type TypeChecks<T extends { readonly type: string }> = {
  readonly [K in T["type"]]: {
    readonly [M in Exclude<keyof Extract<T, { readonly type: K }>, "type">]-?: MemberCheck;
  };
};

/** A string, or null where the wire has null. */
export const textOrNull: Check = is("a string or null", (value) => value === null || isText(value));

/** Anything that JSON calls an object. */
export const object: Check = is("an object", isJsonObject);

/** An object whose member `type` says which other members it has. */
export function byType<T extends { readonly type: string }>(types: TypeChecks<T>): Check {
  const tables: Readonly<Record<string, object>> = types;
  const type = { required: oneOf(...Object.keys(tables)) };
  return choose((value) => {
    if (!isJsonObject(value)) return object;
    const named = String(value.type);
    const table = Object.hasOwn(tables, named) ? tables[named] : undefined;
    return table ? members<object>({ type, ...table }) : checks.shape("an object", { type });
  });
}

/** An object that has one of these members, which says what else it has. */
export function byMember(forms: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(forms);
  const anyOfThem = members<object>(
    Object.fromEntries(names.map((name) => [name, checks.anything])),
  );
  const hasNone = finds(
    (_value, path) => `"${path}" must have one of the members ${names.join(", ")}`,
  );
  const none = checks.all(anyOfThem, hasNone);
  return choose((value) => {
    const name = names.find((each) => isJsonObject(value) && each in value);
    return (name !== undefined && forms[name]) || none;
  });
}

/** Whether a value is a string. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a value is a function. */
export function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
