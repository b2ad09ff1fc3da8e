import type { FieldRow, NeutralFieldRow } from "../conversation/rules.js";
import { type FormatName, formats, upstreamFormats } from "../formats/formats.js";
import { formatOf } from "./parties.js";

/**
 * Everything that one format says about translations from it and into it. What becomes of a field is
 * what its row says, and what the target's rules say of the row's slot.
 */
export interface TranslationTables {
  readonly format: FormatName;
  /** The fields of its requests: the slot that holds each, or the rules of what only it knows. */
  readonly requestFields: readonly FieldRow[];
  /** How its requests are written from the slots. */
  readonly writeRequestRules: readonly NeutralFieldRow[];
  /** The fields of its replies: the slot that holds each, or the rules of what only it knows. */
  readonly replyFields: readonly FieldRow[];
  /** How its replies are written from the slots. */
  readonly writeReplyRules: readonly NeutralFieldRow[];
}

/** The tables that translations apply, one entry for each format. */
export const translationTables: readonly TranslationTables[] = formats.map((definition) => {
  const { writeRequestRules, readReplyRules } = upstreamFormats[definition.name];
  const { requestFields, writeReplyRules } = formatOf(definition.name);
  return {
    format: definition.name,
    requestFields,
    writeRequestRules,
    replyFields: readReplyRules,
    writeReplyRules,
  };
});

/**
 * What rules say of a slot: its own, those of the cases below it (`stop.reason.pause` for
 * `stop.reason`), and if there are none, those of what it is a part of.
 */
export function rulesOfNeutralField(
  rules: readonly NeutralFieldRow[],
  neutralField: string,
): readonly NeutralFieldRow[] {
  const own = rules.filter((rule) => `${rule.neutralField}.`.startsWith(`${neutralField}.`));
  const parent = neutralField.lastIndexOf(".");
  return own.length > 0 || parent < 0
    ? own
    : rulesOfNeutralField(rules, neutralField.slice(0, parent));
}
