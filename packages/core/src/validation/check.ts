import * as z from "zod/mini";
import { expects, expectsHidden, type Find, toWords } from "./words.js";

/**
 * What a function may be given: a schema of zod, which is built into this package. Build one with
 * `checks`. Its type does not name zod, so that nobody needs zod to compile against this package.
 */
export interface Check {
  readonly "~standard": { readonly version: 1; readonly vendor: string };
}

/** The schema that a check is. */
export function toSchema(check: Check): z.core.$ZodType {
  return check as unknown as z.core.$ZodType;
}

/** What is wrong with a value, in the order in which zod finds it. */
export function issuesOf(check: Check, value: unknown): z.core.$ZodRawIssue[] {
  // All checks are synchronous.
  const payload = toSchema(check)._zod.run({ value, issues: [] }, { async: false });
  return (payload as z.core.ParsePayload).issues;
}

/** Whether a value fits a check. */
export function fits(check: Check, value: unknown): boolean {
  return issuesOf(check, value).length === 0;
}

/** A check by a question; `what` completes "must be". A string is shown in the message. */
export function is(what: string, holds: (value: unknown) => boolean): Check {
  return z.custom(holds, expects(what));
}

/** The same for what may hold a secret, by design or by mistake: the message never shows it. */
export function isHidden(what: string, holds: (value: unknown) => boolean): Check {
  return z.custom(holds, expectsHidden(what));
}

/** A check with its own sentences. `find` gets an empty path until its sentence is needed. */
export function finds(find: Find): Check {
  return z.custom((value) => find(value, "") === undefined, toWords(find));
}

/** A check that is built when it is first used: importing it costs nothing. */
export function deferred(build: () => Check): Check {
  return z.lazy(() => toSchema(build()));
}

/** The check that a value itself decides on. */
export function choose(pick: (value: unknown) => Check): Check {
  return passing((value) => issuesOf(pick(value), value));
}

/** The first check for values of which the question holds, the second for all others. */
export function either(asks: (value: unknown) => boolean, check: Check, otherwise: Check): Check {
  return choose((value) => (asks(value) ? check : otherwise));
}

/** Every one of these checks, in this order. After the first that a value does not fit, none is tried. */
export function all(...checks: readonly Check[]): Check {
  return passing((value) => {
    for (const check of checks) {
      const issues = issuesOf(check, value);
      if (issues.length > 0) return issues;
    }
    return [];
  });
}

/** An object of which every name fits; its values are not looked at. */
export function namesOf(check: Check): Check {
  return passing((value) =>
    Object.keys(Object(value)).flatMap((name) => issuesAt(name, issuesOf(check, name))),
  );
}

/** Any value of which every member fits, whatever its name. A record of zod refuses objects of a class. */
export function valuesOf(check: Check): Check {
  return passing((value) =>
    Object.entries(Object(value)).flatMap(([name, entry]) =>
      issuesAt(name, issuesOf(check, entry)),
    ),
  );
}

function issuesAt(name: string, issues: readonly z.core.$ZodRawIssue[]) {
  return issues.map((issue) => ({ ...issue, path: [name, ...(issue.path ?? [])] }));
}

function passing(find: (value: unknown) => readonly z.core.$ZodRawIssue[]): Check {
  return z.unknown().check(({ value, issues }) => void issues.push(...find(value)));
}

/** Anything. */
export const anything: Check = /* @__PURE__ */ z.unknown();
