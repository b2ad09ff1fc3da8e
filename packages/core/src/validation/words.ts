import type * as z from "zod/mini";
import { clip } from "../errors/clip.js";

/** What the words of a schema need of an issue: the value that does not fit, and its place. */
export type Misfit = Pick<z.core.$ZodRawIssue, "path" | "input">;

/** The words of a schema of zod, or of one of its checks: a sentence without its full stop. */
export interface Words {
  readonly error: (issue: Misfit) => string | undefined;
}

/** The whole sentence about a value at a path, without its full stop; `undefined`: the value fits. */
export type Find = (value: unknown, path: string) => string | undefined;

/** The sentence that a function finds, as the words of a schema. */
export function toWords(find: Find): Words {
  return { error: (issue) => find(issue.input, placeOf(issue)) };
}

/** The usual words; `what` completes "must be". A string is shown in the sentence. */
export function expects(what: string): Words {
  return toWords((value, path) =>
    typeof value === "string"
      ? `${quote(path)} must be ${what}, not ${JSON.stringify(clip(value, 60))}`
      : mustBe(what, value, path),
  );
}

/** The same for a value that may be a secret: no string is shown. */
export function expectsHidden(what: string): Words {
  return toWords((value, path) =>
    typeof value === "string" ? `${quote(path)} must be ${what}` : mustBe(what, value, path),
  );
}

/** The problem of a value of the wrong kind, which is named, but not shown. */
export function mustBe(what: string, value: unknown, path: string): string {
  return `${quote(path)} must be ${what}, not ${kindOf(value)}`;
}

/** The place of an issue, such as `limits.requests_per_minute`; empty: the whole value. */
export function placeOf({ path = [] }: Pick<Misfit, "path">): string {
  return path.reduce<string>(join, "");
}

/** The path of a member or an entry. */
export function join(path: string, key: PropertyKey): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return path === "" ? String(key) : `${path}.${String(key)}`;
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
