import type { Rule } from "../../../conversation/rules.js";

/** The rules of a member, and which of them a value has. */
export interface OwnMember {
  /** The first is the one for values without a rule of their own. */
  readonly rules: readonly [Rule, ...Rule[]];
  readonly choose?: ((value: unknown) => Rule) | undefined;
}

/** A value that says nothing. */
export const nothingSaid: Rule = { outcome: "no_op", reason: "It says what happens anyway." };

/** It is left out. */
export function dropped(reason: string): OwnMember {
  return { rules: [{ outcome: "dropped", reason }] };
}

/** The caller would act wrongly without it. */
export function refused(reason: string): OwnMember {
  return { rules: [{ outcome: "refused", reason }] };
}

/** It is refused, unless the service lets it go. */
export function refusedOrLeftOut(reason: string): OwnMember {
  return { rules: [{ outcome: "refused", whenWarned: "dropped", reason }] };
}

/** The member, of which one value says nothing. */
export function unless(idle: unknown, { rules: [rule] }: OwnMember): OwnMember {
  return {
    rules: [rule, nothingSaid],
    choose: (value) => (value === idle ? nothingSaid : rule),
  };
}

/** The list, which says nothing while it is empty. */
export function emptyOr({ rules: [rule] }: OwnMember): OwnMember {
  return {
    rules: [rule, nothingSaid],
    choose: (value) => (Array.isArray(value) && value.length === 0 ? nothingSaid : rule),
  };
}

/** Edits that clear save tokens and change no meaning; a compaction would be expected by the caller. */
export function contextManagement(): OwnMember {
  const other: Rule = {
    outcome: "refused",
    reason:
      "The model behind this endpoint does not edit conversations; only edits that clear can be left out.",
  };
  const cleared: Rule = {
    outcome: "dropped",
    reason: "The model behind this endpoint clears nothing from the conversation.",
  };
  return {
    rules: [other, cleared, nothingSaid],
    choose: (value) => {
      if (isEmpty(value)) return nothingSaid;
      return editsOf(value).every(isClearing) ? cleared : other;
    },
  };
}

function editsOf(value: unknown): readonly unknown[] {
  const edits = (value as { readonly edits?: unknown }).edits ?? [];
  return Array.isArray(edits) ? edits : [edits];
}

/** Whether an object holds nothing but empty lists. */
function isEmpty(value: unknown): boolean {
  return Object.values(Object(value)).every((list) => Array.isArray(list) && list.length === 0);
}

function isClearing(edit: unknown): boolean {
  const type = (edit as { readonly type?: unknown } | null)?.type;
  return typeof type === "string" && type.startsWith("clear_");
}

/** Of a document the switch, of an answer the places that it names. */
export function citations(): OwnMember {
  const rule: Rule = {
    outcome: "dropped",
    reason: "The model behind this endpoint neither reads nor writes citations.",
  };
  const isIdle = (value: unknown) =>
    Array.isArray(value)
      ? value.length === 0
      : (value as { readonly enabled?: unknown }).enabled === false;
  return {
    rules: [rule, nothingSaid],
    choose: (value) => (isIdle(value) ? nothingSaid : rule),
  };
}

/** A tool that the model itself may not call must not be offered to it. */
export function allowedCallers(): OwnMember {
  const others: Rule = {
    outcome: "refused",
    reason: "The model behind this endpoint calls tools only directly.",
  };
  const direct: Rule = {
    outcome: "dropped",
    reason: "The model behind this endpoint calls tools only directly.",
  };
  return {
    rules: [others, direct, nothingSaid],
    choose: (value) => {
      const callers = Array.isArray(value) ? value : [];
      if (!callers.includes("direct")) return others;
      return callers.length === 1 ? nothingSaid : direct;
    },
  };
}
