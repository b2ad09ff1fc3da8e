import type { Rules } from "../../../../conversation/rules.js";

const isDefault = "It is what happens anyway.";

/** The list of tools. */
export const toolsRules = {
  unsupported: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no tools.",
  },
  twice: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no two tools with the same name.",
  },
  synthesised: {
    outcome: "approximated",
    to: "tools",
    reason:
      "The model wants definitions of the tools that were called; they are made from the calls, and none may be called.",
  },
} as const satisfies Rules;

/** Names of tools. */
export const toolNameRules = {
  renamed: {
    outcome: "reshaped",
    to: "tools.name",
    reason: "A name that the model does not take gets a legal one, the same everywhere.",
  },
} as const satisfies Rules;

/** Schemas of tools. */
export const toolParametersRules = {
  typeAdded: {
    outcome: "reshaped",
    to: "tools.input_schema",
    reason: "The schema of an input must say that it is an object.",
  },
  noObject: {
    outcome: "refused",
    reason: "The model behind this endpoint takes only objects as the input of a tool.",
  },
} as const satisfies Rules;

/** Whether calls are held to their schema. */
export const toolStrictRules = {
  off: { outcome: "no_op", reason: isDefault },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint does not hold calls to their schema.",
  },
  beyond: {
    outcome: "dropped",
    reason: "The model cannot hold calls to this schema, or to so many of them.",
  },
} as const satisfies Rules;

/** The choice among the tools. */
export const toolChoiceRules = {
  idle: { outcome: "no_op", reason: "Without tools there is nothing to choose." },
  noTools: {
    outcome: "refused",
    reason: "The model behind this endpoint cannot be forced to call a tool if there are no tools.",
  },
  unknownTool: {
    outcome: "refused",
    reason:
      "The model behind this endpoint cannot be forced to call a tool that the request does not define.",
  },
  unsupported: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not take this choice of tools.",
  },
} as const satisfies Rules;

/** Whether several tools may be called at once. */
export const parallelToolCallsRules = {
  allowed: { outcome: "no_op", reason: isDefault },
  idle: { outcome: "no_op", reason: "No call is made." },
  forbidden: {
    outcome: "reshaped",
    to: "tool_choice.disable_parallel_tool_use",
    reason: "It is a member of the choice of tools.",
  },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint cannot be held to one call at a time.",
  },
} as const satisfies Rules;
