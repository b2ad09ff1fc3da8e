import * as z from "zod/mini";
import { isObject } from "../json/value.js";
import { all, type Check, finds, isHidden, toSchema, valuesOf } from "./check.js";
import { isFunction, name, text } from "./values.js";
import { mustBe, quote } from "./words.js";

/** A member that may be left out but, if it is named, must have a value. */
export interface GivenMember {
  /** If it is named, `undefined` is a misspelt name and not the default. */
  readonly given: Check;
}

/** A member that must be there. */
export interface RequiredMember {
  readonly required: Check;
}

/** The check of one member; a plain one takes `undefined` for absent. */
export type MemberCheck = Check | GivenMember | RequiredMember;

/** The checks of all members of an object. A member without one does not compile. */
export type MemberChecks<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? Check | GivenMember : RequiredMember;
};

type Members = Readonly<Record<string, MemberCheck>>;

/** An object with these members and no others. */
export function members<T extends object>(checks: MemberChecks<T>): Check {
  return z.strictObject(toShape(checks as Members));
}

/** An object with these members, and perhaps with others; `what` completes "must be". */
export function shape(what: string, checks: Members): Check {
  return all(isObjectCalled(what), z.object(toShape(checks)));
}

/** An object of any kind, which no message shows. */
function isObjectCalled(what: string): Check {
  return finds((value, path) => (isObject(value) ? undefined : mustBe(what, value, path)));
}

function toShape(checks: Members): z.core.$ZodLooseShape {
  const entries = Object.entries(checks);
  return Object.fromEntries(entries.map(([name, check]) => [name, toMember(check)]));
}

function toMember(check: MemberCheck): z.core.$ZodType {
  if ("required" in check) return toSchema(check.required);
  if ("given" in check) return z.exactOptional(toSchema(all(isGiven, check.given)));
  return z.optional(toSchema(check));
}

const isGiven = /* @__PURE__ */ finds((value, path) =>
  value === undefined
    ? `${quote(path)} is given, but undefined: is a name misspelt? Pass a value or leave it out`
    : undefined,
);

/**
 * An object with these functions, such as a port; `what` completes "must be". For a whole store the
 * message names the member of it that belongs here.
 */
export function port<T>(what: string, ...functions: readonly (keyof T & string)[]): Check {
  return finds((value, path) => {
    const missing = functions.find((name) => !has(value, name));
    if (missing === undefined) return undefined;
    const option = path.slice(path.lastIndexOf(".") + 1);
    const inner = isObject(value) && Object.hasOwn(value, option) ? value[option] : undefined;
    if (functions.every((name) => has(inner, name))) {
      return `${mustBe(what, value, path)}; pass its member ${quote(option)}, such as store.${option}`;
    }
    const without = isObject(value) && !("then" in value) ? ` without ${missing}()` : "";
    return mustBe(what, value, path) + without;
  });
}

/** A list of which every entry fits. */
export function listOf(check: Check, minimum: 0 | 1 = 0): Check {
  const list = z.array(toSchema(check));
  return minimum === 0 ? list : list.check(z.minLength(minimum));
}

/** An object of which every value fits, whatever its name. */
export function mapOf(check: Check): Check {
  return all(isObjectCalled("an object"), valuesOf(check));
}

/** Any object: a list is none. */
export const object = /* @__PURE__ */ isHidden("an object", isObject);
/** A list of strings. */
export const texts = /* @__PURE__ */ listOf(text);
/** A list of names. */
export const names = /* @__PURE__ */ listOf(name);

/** A list has functions too, such as `find`, but is no port. */
function has(value: unknown, name: string): boolean {
  if (!isObject(value) && !isFunction(value)) return false;
  return isFunction((value as Readonly<Record<string, unknown>>)[name]);
}
