import type { JsonObject } from "../../../conversation/conversation.js";
import type { Rule } from "../../../conversation/rules.js";
import { toContentText, toJsonText, toSearchText } from "./block-texts.js";

/** The kinds of rules for blocks that only this format knows. */

/** The rules of a type of block, and how it is told as text where it can be. */
export interface OwnBlock {
  /** The first is the one for blocks without a rule of their own. */
  readonly rules: readonly [Rule, ...Rule[]];
  readonly choose?: ((block: JsonObject) => Rule) | undefined;
  readonly toText?: ((block: JsonObject) => string | undefined) | undefined;
}

/** It is told as text. */
export function asText(reason: string, toText: OwnBlock["toText"]): OwnBlock {
  return { rules: [{ outcome: "approximated", to: "text", reason }], toText };
}

/** It is left out. */
export function dropped(reason: string): OwnBlock {
  return { rules: [{ outcome: "dropped", reason }] };
}

/** The model does not take it. */
export function refused(what: string): OwnBlock {
  return {
    rules: [{ outcome: "refused", reason: `The model behind this endpoint takes no ${what}.` }],
  };
}

/** What the vendor ran: refused, as nobody can go on with it; told as JSON text where it shall pass. */
export function folded(what: string): OwnBlock {
  return {
    rules: [
      {
        outcome: "refused",
        whenWarned: "approximated",
        to: "text",
        reason: `The model behind this endpoint takes no ${what}.`,
      },
    ],
    toText: toJsonText,
  };
}

/** What stands for earlier turns: without its words, the model would go on without them. */
export function summary(): OwnBlock {
  const reported: Rule = {
    outcome: "approximated",
    to: "text",
    reason: "A summary of earlier turns is told as text.",
  };
  const encrypted: Rule = {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint cannot read an encrypted summary of earlier turns.",
  };
  const empty: Rule = { outcome: "no_op", reason: "A summary that failed says nothing." };
  return {
    rules: [reported, encrypted, empty],
    choose: (block) => {
      if (toContentText(block) !== undefined) return reported;
      return typeof block.encrypted_content === "string" ? encrypted : empty;
    },
    toText: toContentText,
  };
}

/** Its text is told; that the answer shall cite it, or content that is no text, cannot be. */
export function searchResult(): OwnBlock {
  const reported: Rule = {
    outcome: "approximated",
    to: "text",
    reason: "A search result is told as text.",
  };
  const uncited: Rule = {
    outcome: "approximated",
    to: "text",
    reason: "A search result is told as text, and the reply will not cite it.",
  };
  const notText: Rule = {
    outcome: "refused",
    reason: "The model behind this endpoint takes only search results that are text.",
  };
  return {
    rules: [reported, uncited, notText],
    choose: (block) => {
      if (!isAllText(block.content)) return notText;
      return asksForCitations(block.citations) ? uncited : reported;
    },
    toText: toSearchText,
  };
}

function isAllText(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.every((block: { readonly type?: unknown } | null) => block?.type === "text")
  );
}

function asksForCitations(citations: unknown): boolean {
  return (citations as { readonly enabled?: unknown } | null | undefined)?.enabled === true;
}
