import type { Rule } from "./receipt/rules.js";

/**
 * How a format declares what becomes elsewhere of a field or block that only it knows. A rule stands
 * for all values, unless the value has a case of its own. A refusal is final, unless it is declared
 * as one that a service may turn into a loss.
 */
export interface NativeField {
  /** The rule for values without a case. */
  readonly rule: Rule;
  /** Values with another rule; the first case that fits counts. */
  readonly cases: readonly NativeCase[];
}

/** Values of a field that have a rule of their own. */
export interface NativeCase {
  readonly rule: Rule;
  readonly fits: (value: unknown) => boolean;
}

const absent: Rule = { outcome: "no_op", reason: "A null is the same as nothing." };

/** The rule of a value: nothing is lost by a `null`. */
export function ruleOf({ rule, cases }: NativeField, value: unknown): Rule {
  if (value === null || value === undefined) return absent;
  return cases.find(({ fits }) => fits(value))?.rule ?? rule;
}

/** All rules of a field, the one for values without a case first. */
export function rulesOf({ rule, cases }: NativeField): readonly Rule[] {
  return [rule, ...cases.map((each) => each.rule)];
}

/** It is left out. */
export function dropped(reason: string, ...cases: readonly NativeCase[]): NativeField {
  return { rule: { outcome: "dropped", reason }, cases };
}

/** The caller would act wrongly without it, so it cannot be left out. */
export function refused(reason: string, ...cases: readonly NativeCase[]): NativeField {
  return { rule: { outcome: "refused", reason }, cases };
}

/** It is refused, unless the service lets it go. */
export function refusedOrDropped(reason: string, ...cases: readonly NativeCase[]): NativeField {
  return { rule: { outcome: "refused", whenWarned: "dropped", reason }, cases };
}

/** Values that say what happens anyway. */
export function noOp(reason: string, fits: NativeCase["fits"]): NativeCase {
  return { rule: { outcome: "no_op", reason }, fits };
}

/** Whether a value is one of these. */
export function isOneOf(...values: readonly unknown[]): NativeCase["fits"] {
  return (value) => values.includes(value);
}

/** Whether a list or an object holds nothing. */
export function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
