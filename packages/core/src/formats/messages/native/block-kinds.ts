import { type NativeField, refused } from "../../../conversation/native-fields.js";
import type { Rule } from "../../../conversation/receipt/rules.js";
import type { JsonObject } from "../../../json/value.js";
import { toContentText, toJsonText, toSearchText } from "./block-texts.js";

/** The kinds of rules for blocks that only this format knows. */

/** What happens to a type of block, and how it is shown as text if that is possible. */
export interface NativeBlock extends NativeField {
  readonly toText?: ((block: JsonObject) => string | undefined) | undefined;
}

/** It is sent as text. */
export function asText(reason: string, toText: NativeBlock["toText"]): NativeBlock {
  return { rule: { outcome: "approximated", to: "text", reason }, cases: [], toText };
}

/** The model does not accept it. */
export function notTaken(what: string): NativeBlock {
  return refused(`The model behind this endpoint takes no ${what}.`);
}

/**
 * The rules for calls that the vendor ran. They are refused, since no other model can continue
 * them; if the policy is to warn, they are sent as JSON text.
 */
export function folded(what: string): NativeBlock {
  return {
    rule: {
      outcome: "refused",
      whenWarned: "approximated",
      to: "text",
      reason: `The model behind this endpoint takes no ${what}.`,
    },
    cases: [],
    toText: toJsonText,
  };
}

/**
 * The rules for summaries of earlier turns. Without the text of a summary the model would not know
 * those turns.
 */
export function summary(): NativeBlock {
  const reported: Rule = {
    outcome: "approximated",
    to: "text",
    reason: "A summary of earlier turns is sent as text.",
  };
  const encrypted: Rule = {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint cannot read an encrypted summary of earlier turns.",
  };
  const empty: Rule = { outcome: "no_op", reason: "A summary that failed is empty." };
  return {
    rule: reported,
    cases: [
      { rule: encrypted, fits: (block) => !hasText(block) && isEncrypted(block) },
      { rule: empty, fits: (block) => !hasText(block) },
    ],
    toText: toContentText,
  };
}

/**
 * The rules for search results. Their text is sent; citations in the answer and content other than
 * text are not possible.
 */
export function searchResult(): NativeBlock {
  const reported: Rule = {
    outcome: "approximated",
    to: "text",
    reason: "A search result is sent as text.",
  };
  const uncited: Rule = {
    outcome: "approximated",
    to: "text",
    reason: "A search result is sent as text, and the reply will not cite it.",
  };
  const notText: Rule = {
    outcome: "refused",
    reason: "The model behind this endpoint takes only text in search results.",
  };
  return {
    rule: reported,
    cases: [
      { rule: uncited, fits: (block) => isAllText(block) && asksForCitations(block) },
      { rule: notText, fits: (block) => !isAllText(block) },
    ],
    toText: toSearchText,
  };
}

function hasText(block: unknown): boolean {
  return toContentText(block as JsonObject) !== undefined;
}

function isEncrypted(block: unknown): boolean {
  return typeof (block as JsonObject).encrypted_content === "string";
}

function isAllText(block: unknown): boolean {
  const { content } = block as JsonObject;
  return (
    Array.isArray(content) &&
    content.every((part: { readonly type?: unknown } | null) => part?.type === "text")
  );
}

function asksForCitations(block: unknown): boolean {
  const { citations } = block as JsonObject;
  return (citations as { readonly enabled?: unknown } | null | undefined)?.enabled === true;
}
