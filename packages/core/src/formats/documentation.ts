import type { NeutralField } from "../conversation/neutral-fields.js";
import type { FieldRow, Rule } from "../conversation/rules.js";

/**
 * What a format says about translations from it and into it, for the page of translations. Requests
 * are not served by it: it repeats the rules that the code applies, and describes what is carried
 * exactly, for which no rule is needed.
 */
export interface FormatDocumentation {
  /** The fields of its requests: the neutral field that holds each, or the rules of what only it knows. */
  readonly requestFields: readonly FieldRow[];
  /** How its requests are written from the neutral fields. */
  readonly writeRequestRows: readonly NeutralFieldRow[];
  /** The fields of its replies: the neutral field that holds each, or the rules of what only it knows. */
  readonly replyFields: readonly FieldRow[];
  /** How its replies are written from the neutral fields. */
  readonly writeReplyRows: readonly NeutralFieldRow[];
}

/** What becomes of something: a rule that the code applies, or a description of what it does anyway. */
export type Description = Omit<Rule, "details">;

/** What becomes of one neutral field in one case. */
export interface NeutralFieldRow extends Description {
  readonly neutralField: string;
}

/** The description of what is carried as it is, to a place in the target's wire if it has one of its own. */
export function exactly(reason: string, to?: string): Description {
  return { outcome: "exact", ...(to !== undefined && { to }), reason };
}

/** The rows of a request, from a table that has all neutral fields: to forget one is a type error. */
export function toRequestRows(
  table: Readonly<Record<NeutralField, Readonly<Record<string, Description>>>>,
): readonly NeutralFieldRow[] {
  return Object.entries(table).flatMap(([neutralField, cases]) =>
    Object.values(cases).map((description) => ({ neutralField, ...description })),
  );
}
