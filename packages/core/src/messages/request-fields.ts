import type { FieldRow } from "../conversation/rules.js";

/** Every field of a request of this format, and its place in a conversation. */
export const requestFields: readonly FieldRow[] = [];
