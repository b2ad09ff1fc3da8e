import { clip } from "../errors/clip.js";

/**
 * Finds what is wrong with a value: a sentence without its full stop that names the place and says
 * what belongs there, or `undefined`. A place is a path such as `timeouts.total`; an empty one stands
 * for the options themselves.
 */
export type Check = (value: unknown, path: string) => string | undefined;

/**
 * Holds what a function was given against a check, before anything runs.
 * @param user what was called; it begins the message
 * @param path what the value is called; by default it is the options
 * @throws TypeError that names the function, the place and the cure
 */
export function checkOptions(user: string, value: unknown, check: Check, path = ""): void {
  refuse(check(value, path), `${user}: `);
}

/**
 * Holds one value against a check.
 * @throws TypeError that begins with the path
 */
export function checkValue(path: string, value: unknown, check: Check): void {
  refuse(check(value, path), "");
}

function refuse(problem: string | undefined, prefix: string): void {
  if (problem === undefined) return;
  throw new TypeError(`${prefix}${problem}${problem.endsWith("?") ? "" : "."}`);
}

/** A check by a question; `what` completes "must be". A string is shown in the message. */
export function is(what: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => {
    if (holds(value)) return undefined;
    const shown = typeof value === "string" ? JSON.stringify(clip(value, 60)) : kindOf(value);
    return `${quote(path)} must be ${what}, not ${shown}`;
  };
}

/** The same for what may hold a secret, by design or by mistake: the message never shows it. */
export function isHidden(what: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => {
    if (holds(value)) return undefined;
    return typeof value === "string" ? `${quote(path)} must be ${what}` : mustBe(what, value, path);
  };
}

/**
 * A check that is built when it is first used, and then kept: importing it costs nothing, and a list
 * of many values is held against one table.
 */
export function deferred(build: () => Check): Check {
  let check: Check | undefined;
  return (value, path) => {
    check ??= build();
    return check(value, path);
  };
}

/** The problem of a value of the wrong kind, which is named, but not shown. */
export function mustBe(what: string, value: unknown, path: string): string {
  return `${quote(path)} must be ${what}, not ${kindOf(value)}`;
}

/** A place in a message. */
export function quote(path: string): string {
  return path === "" ? "the options" : JSON.stringify(clip(path, 200));
}

/** What a value is, without its content unless that is a number or a constant. */
function kindOf(value: unknown): string {
  if (typeof value === "string") return "a string";
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object" || value === null) return String(value);
  return "then" in value ? "a promise, which must be awaited" : "an object";
}
