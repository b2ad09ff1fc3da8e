import type { FieldRow, SlotRow } from "../conversation/rules.js";
import { formats, upstreamFormats } from "../formats.js";
import type { FormatName } from "./options.js";

/** Everything that a format says about the translation from it and into it. */
export interface TranslationTables {
  readonly format: FormatName;
  /** The fields of its requests: the slot that holds each, or the rules of what only it knows. */
  readonly requestFields: readonly FieldRow[];
  /** How its requests are written from the slots. */
  readonly emitRules: readonly SlotRow[];
}

/** The tables that translations apply, one entry for each format. */
export const translationTables: readonly TranslationTables[] = formats.map(
  ({ name, requestFields }) => ({
    format: name as FormatName,
    requestFields,
    emitRules: upstreamFormats.find((format) => format.name === name)?.emitRules ?? [],
  }),
);
