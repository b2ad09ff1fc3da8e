import { chatCompletionsDocumentation } from "../formats/chat-completions/documentation.js";
import type { FormatDocumentation, NeutralFieldRow } from "../formats/documentation.js";
import type { FormatName } from "../formats/formats.js";
import { messagesDocumentation } from "../formats/messages/documentation.js";

/**
 * The documentation of one format's translations, from it and into it. The row of a field names a
 * neutral field; the rows of the target format for that neutral field show how it is written.
 */
export interface TranslationTables<Name extends string = string> extends FormatDocumentation {
  readonly format: Name;
}

const documentation: Readonly<Record<FormatName, FormatDocumentation>> = {
  messages: messagesDocumentation,
  "chat-completions": chatCompletionsDocumentation,
};

/** The tables of the built-in formats, one entry for each. */
export const translationTables: readonly TranslationTables<FormatName>[] = Object.entries(
  documentation,
).map(([format, tables]) => ({ format: format as FormatName, ...tables }));

/**
 * What rows say of a neutral field: those of the field itself and of the cases below it
 * (`stop.reason.pause` for `stop.reason`), and if there are none, those of what it is a part of.
 */
export function rowsOfNeutralField(
  rows: readonly NeutralFieldRow[],
  neutralField: string,
): readonly NeutralFieldRow[] {
  const found = rows.filter((row) => `${row.neutralField}.`.startsWith(`${neutralField}.`));
  const parent = neutralField.lastIndexOf(".");
  return found.length > 0 || parent < 0
    ? found
    : rowsOfNeutralField(rows, neutralField.slice(0, parent));
}
