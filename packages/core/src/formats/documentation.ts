import type { NeutralField } from "../conversation/neutral-fields.js";
import type { FieldRow, Rule } from "../conversation/receipt/rules.js";

/**
 * What a format says about translations from it and into it, for the documentation page. It is not
 * used to serve requests: it repeats the rules that the code applies, and describes what is
 * preserved exactly, which needs no rule.
 */
export interface FormatDocumentation {
  /** The fields of its requests: the neutral field of each, or the rules of native fields. */
  readonly requestFields: readonly FieldRow[];
  /** How its requests are written from the neutral fields. */
  readonly writeRequestRows: readonly NeutralFieldRow[];
  /** The fields of its replies: the neutral field of each, or the rules of native fields. */
  readonly replyFields: readonly FieldRow[];
  /** How its replies are written from the neutral fields. */
  readonly writeReplyRows: readonly NeutralFieldRow[];
}

/**
 * What happens to a value: a rule that the code applies, or a description of what it does without a
 * rule.
 */
export type Description = Omit<Rule, "details">;

/** What happens to one neutral field in one case. */
export interface NeutralFieldRow extends Description {
  readonly neutralField: string;
}

/**
 * The description of what is preserved exactly. `to` is its place in the target's wire format, if
 * it has a distinct one.
 */
export function exactly(reason: string, to?: string): Description {
  return { outcome: "exact", ...(to !== undefined && { to }), reason };
}

/** The rows of a request, from a table of all neutral fields: a missing field is a type error. */
export function toRequestRows(
  table: Readonly<Record<NeutralField, Readonly<Record<string, Description>>>>,
): readonly NeutralFieldRow[] {
  return Object.entries(table).flatMap(([neutralField, cases]) =>
    Object.values(cases).map((description) => ({ neutralField, ...description })),
  );
}
