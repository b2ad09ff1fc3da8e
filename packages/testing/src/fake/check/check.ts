import { clip } from "../../common/clip.js";
import { isJsonObject } from "../../common/json.js";

/** Holds a value against a form. @throws TypeError that names the place of what does not fit */
export type Check = (value: unknown, place: string) => void;

/** The members of an object by name; `required` ones must be there. */
export interface MemberChecks {
  readonly [member: string]: Check | { readonly required: Check };
}

/** A check by a question; `what` completes "must be". */
export function is(what: string, holds: (value: unknown) => boolean): Check {
  return (value, place) => {
    if (!holds(value)) throw new TypeError(`${place} must be ${what}, not ${describe(value)}.`);
  };
}

/** A text. */
export const text = is("a text", (value) => typeof value === "string");
/** A text, or null where the wire has null. */
export const textOrNull = is("a text or null", (value) => value === null || isText(value));
/** True or false. */
export const flag = is("true or false", (value) => typeof value === "boolean");
/** A whole number of at least 0. */
export const count = is("a whole number of at least 0", (value) => isWhole(value, 0));
/** A whole number above 0. */
export const size = is("a whole number above 0", (value) => isWhole(value, 1));
/** A number of at least 0. */
export const amount = is(
  "a number of at least 0",
  (value) => typeof value === "number" && value >= 0 && Number.isFinite(value),
);
/** Anything that JSON calls an object. */
export const object = is("an object", isJsonObject);

/** One of these words. */
export function oneOf(words: readonly string[]): Check {
  return is(`one of ${words.join(", ")}`, (value) => isText(value) && words.includes(value));
}

/** A list whose entries all fit. */
export function listOf(check: Check): Check {
  return (value, place) => {
    if (!Array.isArray(value))
      throw new TypeError(`${place} must be a list, not ${describe(value)}.`);
    for (const [index, entry] of value.entries()) check(entry, `${place}[${index}]`);
  };
}

/** An object with these members and no others; one that is undefined is absent. */
export function members(checks: MemberChecks): Check {
  return (value, place) => {
    object(value, place);
    const given = Object.entries(value as object).filter(([, entry]) => entry !== undefined);
    for (const [member, entry] of given) {
      if (!Object.hasOwn(checks, member)) throw unknownMember(member, place, Object.keys(checks));
      checkOf(checks[member])(entry, `${place}.${member}`);
    }
    for (const [member, check] of Object.entries(checks)) {
      const isMissing = typeof check === "object" && !given.some(([name]) => name === member);
      if (isMissing) throw new TypeError(`${place}.${member} is missing.`);
    }
  };
}

/** An object whose member `type` says which other members it has. */
export function byType(types: Readonly<Record<string, MemberChecks>>): Check {
  return (value, place) => {
    object(value, place);
    const { type } = value as { readonly type?: unknown };
    oneOf(Object.keys(types))(type, `${place}.type`);
    members({ type: text, ...types[String(type)] })(value, place);
  };
}

/** The first check for values of which the question holds, the second for all others. */
export function either(asks: (value: unknown) => boolean, check: Check, otherwise: Check): Check {
  return (value, place) => (asks(value) ? check : otherwise)(value, place);
}

/** Whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

function checkOf(check: MemberChecks[string] | undefined): Check {
  return typeof check === "object" ? check.required : (check ?? (() => {}));
}

function unknownMember(member: string, place: string, known: readonly string[]): TypeError {
  return new TypeError(
    `${place} has no member ${JSON.stringify(member)}; it may have ${known.join(", ")}.`,
  );
}

const longest = 60;

function describe(value: unknown): string {
  if (typeof value === "function") return "a function";
  return clip(toJson(value), longest);
}

/** Not everything that may be given by mistake is JSON. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
