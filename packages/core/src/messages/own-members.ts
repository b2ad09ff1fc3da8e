import type { Rule } from "../conversation/rules.js";

/**
 * The members of a request that only this format knows, and what becomes of them elsewhere. Keys
 * are fields; those of blocks, messages and tools begin with `block`, `message` and `tool`.
 */

/** The rules of a member, and which of them a value has. */
export interface OwnMember {
  /** The first is the one for values without a rule of their own. */
  readonly rules: readonly [Rule, ...Rule[]];
  readonly choose?: ((value: unknown) => Rule) | undefined;
}

/** A value that says nothing. */
export const nothingSaid: Rule = { outcome: "no_op", reason: "It says what happens anyway." };

/** A member of the body that nobody has described. */
export const unknownField: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not know this field.",
};

/** A member of a known object that nobody has described. */
export const unknownMember: Rule = {
  outcome: "dropped",
  reason: "The model behind this endpoint has no place for this member.",
};

const thread: Rule = {
  outcome: "refused",
  reason: "Threads are not supported. Send the full conversation without `thread`.",
  // Official clients do without threads on exactly these details.
  details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
};

/** Every member, by its field. */
export const ownMembers: ReadonlyMap<string, OwnMember> = new Map<string, OwnMember>([
  ["container", refused("The model behind this endpoint runs no containers.")],
  ["mcp_servers", emptyOr(refused("The model behind this endpoint calls no MCP servers."))],
  ["inference_geo", refused("Where the model behind this endpoint runs cannot be chosen.")],
  ["context_management", contextManagement()],
  ["compaction", refused("The model behind this endpoint does not compact conversations.")],
  ["speed", unless("standard", dropped("The model behind this endpoint has one speed."))],
  ["diagnostics", dropped("The model behind this endpoint explains no cache misses.")],
  ["fallbacks", dropped("The service decides itself which models stand in for others.")],
  ["fallback_credit_token", dropped("No credit is taken by the model behind this endpoint.")],
  ["billing_policy", refused("Who is billed cannot be chosen here.")],
  ["safeguards", refused("The model behind this endpoint does not report on `safeguards`.")],
  ["tags", dropped("The model behind this endpoint keeps no tags.")],
  ["thread", { rules: [thread] }],
  ["betas", dropped("The model behind this endpoint does not know these beta features.")],
  ["metadata", refusedOrLeftOut("Only `user_id` is known here.")],
  ["thinking.block_binding", dropped("Thoughts are not bound to their blocks elsewhere.")],
  ["output_config.task_budget", dropped("The model behind this endpoint knows no task budget.")],
  ["message.cache_control", dropped("The message has no block that could take the mark.")],
  ["message.clear_at", dropped("Instructions stay for the rest of the conversation.")],
  ["message.output_config", dropped("The effort cannot change during a conversation.")],
  ["block.citations", citations()],
  ["block.caller", { rules: [{ outcome: "no_op", reason: "Who called does not matter here." }] }],
  ["block.toolset_name", dropped("The model behind this endpoint knows no toolsets.")],
  ["block.transformations", dropped("The model behind this endpoint scales images as it likes.")],
  ["block.extra_content", dropped("Only the upstream that issued it can read it.")],
  ["tool.defer_loading", unless(false, dropped("The tool is there from the beginning."))],
  ["tool.eager_input_streaming", dropped("Inputs are streamed as they come.")],
  ["tool.input_examples", emptyOr(dropped("Examples have no place beside a tool's schema."))],
  ["tool.allowed_callers", allowedCallers()],
]);

function dropped(reason: string): OwnMember {
  return { rules: [{ outcome: "dropped", reason }] };
}

function refused(reason: string): OwnMember {
  return { rules: [{ outcome: "refused", reason }] };
}

function refusedOrLeftOut(reason: string): OwnMember {
  return { rules: [{ outcome: "refused", whenWarned: "dropped", reason }] };
}

/** The member, of which one value says nothing. */
function unless(idle: unknown, { rules: [rule] }: OwnMember): OwnMember {
  return {
    rules: [rule, nothingSaid],
    choose: (value) => (value === idle ? nothingSaid : rule),
  };
}

/** The list, which says nothing while it is empty. */
function emptyOr({ rules: [rule] }: OwnMember): OwnMember {
  return {
    rules: [rule, nothingSaid],
    choose: (value) => (Array.isArray(value) && value.length === 0 ? nothingSaid : rule),
  };
}

/** Edits that clear save tokens and change no meaning; a compaction would be expected by the caller. */
function contextManagement(): OwnMember {
  const other: Rule = {
    outcome: "refused",
    reason: "The model behind this endpoint only leaves out edits that clear; it knows no others.",
  };
  const cleared: Rule = {
    outcome: "dropped",
    reason: "The model behind this endpoint clears nothing from the conversation.",
  };
  return {
    rules: [other, cleared],
    choose: (value) => (editsOf(value).every(isClearing) ? cleared : other),
  };
}

function editsOf(value: unknown): readonly unknown[] {
  const edits = (value as { readonly edits?: unknown }).edits ?? [];
  return Array.isArray(edits) ? edits : [edits];
}

function isClearing(edit: unknown): boolean {
  const type = (edit as { readonly type?: unknown } | null)?.type;
  return typeof type === "string" && type.startsWith("clear_");
}

/** Of a document the switch, of an answer the places that it names. */
function citations(): OwnMember {
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
function allowedCallers(): OwnMember {
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
