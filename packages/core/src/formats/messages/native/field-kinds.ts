import {
  dropped,
  isOneOf,
  type NativeCase,
  type NativeField,
  refused,
} from "../../../conversation/native-fields.js";
import type { Rule } from "../../../conversation/rules.js";

/** A value that says nothing. */
export const nothingSaid: Rule = { outcome: "no_op", reason: "It says what happens anyway." };

/** The value that says what happens anyway. */
export function unless(value: unknown): NativeCase {
  return { rule: nothingSaid, fits: isOneOf(value) };
}

/** The list that says nothing while it is empty. */
export const unlessEmpty: NativeCase = {
  rule: nothingSaid,
  fits: (value) => Array.isArray(value) && value.length === 0,
};

/** Edits that clear save tokens and change no meaning; a compaction would be expected by the caller. */
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

/** Whether an object holds nothing but empty lists. */
function hasEmptyListsOnly(value: unknown): boolean {
  return Object.values(Object(value)).every((list) => Array.isArray(list) && list.length === 0);
}

function isClearing(edit: unknown): boolean {
  const type = (edit as { readonly type?: unknown } | null)?.type;
  return typeof type === "string" && type.startsWith("clear_");
}

/** Of a document the switch, of an answer the places that it names. */
export function citations(): NativeField {
  return dropped("The model behind this endpoint neither reads nor writes citations.", {
    rule: nothingSaid,
    fits: (value) =>
      Array.isArray(value)
        ? value.length === 0
        : (value as { readonly enabled?: unknown }).enabled === false,
  });
}

/** A tool that the model itself may not call must not be offered to it. */
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
