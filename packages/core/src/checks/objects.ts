import { clip } from "../errors/clip.js";
import { nearestName } from "../errors/nearest-name.js";
import { isObject } from "../json/value.js";
import { type Check, isHidden, mustBe, quote } from "./check.js";
import { isFunction, name, text } from "./values.js";

/** A member that may be left out but, if it is named, must have a value. */
export interface GivenMember {
  /** Whoever names it means something: `undefined` is a misspelt name, not the default. */
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
  return (value, path) => {
    if (!isObject(value)) return mustBe("an object", value, path);
    const known = Object.keys(checks);
    const unknown = Object.keys(value).find((name) => !known.includes(name));
    if (unknown !== undefined) return unknownMember(unknown, known, path);
    return findProblem(checks as Members, value, path);
  };
}

/** An object with these members, and perhaps with others; `what` completes "must be". */
export function shape(what: string, checks: Members): Check {
  return (value, path) =>
    isObject(value) ? findProblem(checks, value, path) : mustBe(what, value, path);
}

/**
 * An object with these functions, such as a port; `what` completes "must be". Whoever passes a whole
 * store is told which member of it belongs here.
 */
export function port<T>(what: string, ...functions: readonly (keyof T & string)[]): Check {
  return (value, path) => {
    const missing = functions.find((name) => !has(value, name));
    if (missing === undefined) return undefined;
    const option = path.slice(path.lastIndexOf(".") + 1);
    const inner = isObject(value) && Object.hasOwn(value, option) ? value[option] : undefined;
    if (functions.every((name) => has(inner, name))) {
      return `${mustBe(what, value, path)}; pass its member ${quote(option)}, such as store.${option}`;
    }
    const without = isObject(value) && !("then" in value) ? ` without ${missing}()` : "";
    return mustBe(what, value, path) + without;
  };
}

/** A list of which every entry fits. */
export function listOf(check: Check, minimum = 0): Check {
  const what = minimum === 0 ? "a list" : "a list with at least one entry";
  return (value, path) => {
    if (!Array.isArray(value)) return mustBe(what, value, path);
    if (value.length < minimum) return `${quote(path)} must be ${what}, not an empty one`;
    return firstOf(value.entries(), ([index, entry]) => check(entry, `${path}[${index}]`));
  };
}

/** An object of which every value fits, whatever its name. */
export function mapOf(check: Check): Check {
  return (value, path) =>
    isObject(value)
      ? firstOf(Object.entries(value), ([name, entry]) => check(entry, join(path, name)))
      : mustBe("an object", value, path);
}

/** The first check for values of which the question holds, the second for all others. */
export function either(asks: (value: unknown) => boolean, check: Check, otherwise: Check): Check {
  return (value, path) => (asks(value) ? check : otherwise)(value, path);
}

/** Every one of these checks. */
export function all(...checks: readonly Check[]): Check {
  return (value, path) => firstOf(checks, (check) => check(value, path));
}

/** Any object: a list is none. */
export const object = /* @__PURE__ */ isHidden("an object", isObject);
/** A list of strings. */
export const texts = /* @__PURE__ */ listOf(text);
/** A list of names. */
export const names = /* @__PURE__ */ listOf(name);
/** Anything. */
export const anything: Check = () => undefined;

/** The path of a member. */
export function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function findProblem(
  checks: Members,
  value: Readonly<Record<string, unknown>>,
  path: string,
): string | undefined {
  return firstOf(Object.entries(checks), ([name, check]) => {
    const [place, given] = [join(path, name), value[name]];
    if (typeof check === "function") {
      return given === undefined ? undefined : check(given, place);
    }
    if ("required" in check) return check.required(given, place);
    if (given !== undefined) return check.given(given, place);
    return Object.hasOwn(value, name) ? undefinedMember(place) : undefined;
  });
}

/** The first problem among those of several values. */
export function firstOf<T>(
  values: Iterable<T>,
  find: (value: T) => string | undefined,
): string | undefined {
  for (const value of values) {
    const problem = find(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function unknownMember(name: string, known: readonly string[], path: string): string {
  const isLonger = (other: string) => other.startsWith(name.slice(0, -1));
  const nearest = nearestName(name, known) ?? known.find(isLonger);
  const cure =
    nearest === undefined
      ? `the options here are ${known.join(", ")}`
      : `did you mean ${quote(join(path, nearest))}?`;
  return `${quote(join(path, clip(name, 60)))} is not an option; ${cure}`;
}

function undefinedMember(place: string): string {
  return `${quote(place)} is given, but undefined: is a name misspelt? Pass a value or leave it out`;
}

/** A list has functions too, such as `find`, but is no port. */
function has(value: unknown, name: string): boolean {
  if (!isObject(value) && !isFunction(value)) return false;
  return isFunction((value as Readonly<Record<string, unknown>>)[name]);
}
