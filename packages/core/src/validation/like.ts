import type { Check } from "./check.js";
import { type MemberCheck, type MemberChecks, members, texts } from "./objects.js";
import { count, flag, pattern } from "./values.js";

/** The members of which a default shows what they may be: flags, counts, patterns, lists of any texts. */
type Shown<T> = {
  [K in keyof T]-?: T[K] extends boolean | number | RegExp
    ? K
    : T[K] extends readonly (infer Entry)[]
      ? string extends Entry
        ? K
        : never
      : never;
}[keyof T];

/** The checks that defaults do not show, and those that say it better. */
export type OtherChecks<T> = MemberChecks<Omit<Partial<T>, Shown<T>>> &
  Partial<MemberChecks<Pick<Partial<T>, Shown<T>>>>;

/** An object of which every member may be set instead of a default of the same kind. */
export function like<T extends object>(defaults: T, others: OtherChecks<T>): Check {
  const shown = Object.entries(defaults).map(([name, value]) => [name, kindOf(value)]);
  return members({ ...Object.fromEntries(shown), ...others } as MemberChecks<Partial<T>>);
}

/** An object with any of the members of another one, all with the same check. */
export function eachLike(defaults: object, check: MemberCheck): Check {
  const checks = Object.keys(defaults).map((name) => [name, check]);
  return members(Object.fromEntries(checks) as Readonly<Record<string, never>>);
}

function kindOf(value: unknown): Check {
  if (typeof value === "boolean") return flag;
  if (typeof value === "number") return count;
  return value instanceof RegExp ? pattern : texts;
}
