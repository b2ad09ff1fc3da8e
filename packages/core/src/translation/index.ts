export type { FieldRow, Outcome, Rule, SlotRow } from "../conversation/rules.js";
export type { FormatName } from "./options.js";
export { type TranslationTables, translationTables } from "./tables.js";
