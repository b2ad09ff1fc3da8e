import type { Rule } from "../../../conversation/rules.js";
import { isObject } from "../../../json/value.js";

/** A member that only this format knows, and what becomes of it elsewhere. */
export interface OwnMember {
  /** Names joined by dots, without indexes. */
  readonly field: string;
  readonly rule: Rule;
  /** The values that say what happens anyway, and why they do. */
  readonly idle?: { readonly rule: Rule; readonly is: (value: unknown) => boolean } | undefined;
}

/** The rule of a value: `null` and the values that say what happens anyway lose nothing. */
export function ruleOf({ rule, idle }: OwnMember, value: unknown): Rule {
  if (value === null) return absent;
  return idle?.is(value) ? idle.rule : rule;
}

const absent: Rule = { outcome: "no_op", reason: "A null is the same as nothing." };

/** Whether a list or an object holds nothing. */
export const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** That some values say what happens anyway. */
export function idle(reason: string, ...values: readonly unknown[]): OwnMember["idle"] {
  return { rule: { outcome: "no_op", reason }, is: (value) => values.includes(value) };
}

/** The same of all values that fit. */
export function idleWhen(reason: string, is: (value: unknown) => boolean): OwnMember["idle"] {
  return { rule: { outcome: "no_op", reason }, is };
}

/** A member that is left out. */
export function drop(field: string, reason: string, noOp?: OwnMember["idle"]): OwnMember {
  return { field, rule: { outcome: "dropped", reason }, idle: noOp };
}

/** A member that the caller would act wrongly without; if `firm`, it cannot be left out. */
export function refuse(
  field: string,
  reason: string,
  { noOp, firm = false }: { noOp?: OwnMember["idle"]; firm?: boolean } = {},
): OwnMember {
  return {
    field,
    rule: { outcome: "refused", ...(firm ? {} : { whenWarned: "dropped" }), reason },
    idle: noOp,
  };
}
