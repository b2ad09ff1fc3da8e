import {
  dropped,
  isOneOf,
  type NativeCase,
  type NativeField,
  refused,
} from "../../../conversation/native-fields.js";
import type { Rule } from "../../../conversation/receipt/rules.js";

/** A value that has no effect. */
export const nothingSaid: Rule = { outcome: "no_op", reason: "It is the default." };

/** The case of the default value. */
export function unless(value: unknown): NativeCase {
  return { rule: nothingSaid, fits: isOneOf(value) };
}

/** The case of an empty list, which has no effect. */
export const unlessEmpty: NativeCase = {
  rule: nothingSaid,
  fits: (value) => Array.isArray(value) && value.length === 0,
};

/**
 * Edits that clear content only save tokens, so they can be left out. A caller would expect the
 * result of a compaction.
 */
export function contextManagement(): NativeField {
  const cleared: Rule = {
    outcome: "dropped",
    reason: "The model behind this endpoint clears nothing from the conversation.",
  };
  return refused(
    "The model behind this endpoint does not edit conversations; only edits that clear can be left out.",
    {
      rule: cleared,
      fits: (value) => !hasEmptyListsOnly(value) && editsOf(value).every(isClearing),
    },
    { rule: nothingSaid, fits: hasEmptyListsOnly },
  );
}

function editsOf(value: unknown): readonly unknown[] {
  const edits = (value as { readonly edits?: unknown }).edits ?? [];
  return Array.isArray(edits) ? edits : [edits];
}

/** Whether all members of an object are empty lists. */
function hasEmptyListsOnly(value: unknown): boolean {
  return Object.values(Object(value)).every((list) => Array.isArray(list) && list.length === 0);
}

function isClearing(edit: unknown): boolean {
  const type = (edit as { readonly type?: unknown } | null)?.type;
  return typeof type === "string" && type.startsWith("clear_");
}

/** The rule for citations: the switch of a document, and the list of an answer. */
export function citations(): NativeField {
  return dropped("The model behind this endpoint neither reads nor writes citations.", {
    rule: nothingSaid,
    fits: (value) =>
      Array.isArray(value)
        ? value.length === 0
        : (value as { readonly enabled?: unknown }).enabled === false,
  });
}

/** A tool that the model may not call itself must not be offered to it. */
export function allowedCallers(): NativeField {
  const reason = "The model behind this endpoint calls tools only directly.";
  return refused(
    reason,
    {
      rule: { outcome: "dropped", reason },
      fits: (value) => isDirect(value) && value.length > 1,
    },
    { rule: nothingSaid, fits: isDirect },
  );
}

function isDirect(callers: unknown): callers is readonly unknown[] {
  return Array.isArray(callers) && callers.includes("direct");
}
