import type { Rules } from "../../../../conversation/rules.js";

/** The list of tools. */
export const toolsRules = {
  unsupported: { outcome: "refused", reason: "The model behind this endpoint takes no tools." },
  withheld: {
    outcome: "dropped",
    reason: "The upstream cannot be told to call no tool, so it is told of none.",
  },
  synthesised: {
    outcome: "approximated",
    to: "tools",
    reason: "The upstream wants definitions of the tools that the history calls.",
  },
} as const satisfies Rules;

/** Names of tools. */
export const toolNameRules = {
  renamed: {
    outcome: "reshaped",
    to: "tools.function.name",
    reason: "The upstream does not take this name; the caller keeps seeing its own.",
  },
  repeated: {
    outcome: "refused",
    reason: "The model behind this endpoint takes no two tools of one name.",
  },
} as const satisfies Rules;

/** Schemas of tools. */
export const toolParametersRules = {
  completed: {
    outcome: "reshaped",
    to: "tools.function.parameters",
    reason: "Some servers refuse an object schema without `properties`, so an empty one is added.",
  },
  rewritten: {
    outcome: "approximated",
    to: "tools.function.parameters",
    reason: "The upstream does not take all keywords of the schema.",
  },
} as const satisfies Rules;

/** Whether calls are held to their schema. */
export const toolStrictRules = {
  idle: { outcome: "no_op", reason: "It is what the upstream does anyway." },
  unsupported: {
    outcome: "dropped",
    reason: "The upstream does not hold calls to their schema.",
  },
  looseSchema: {
    outcome: "dropped",
    reason:
      "The upstream holds calls only to schemas that require every property and allow no others.",
  },
} as const satisfies Rules;

/** Cache control of tools. */
export const toolCacheRules = {
  lost: { outcome: "dropped", reason: "The upstream takes marks for its cache on content only." },
} as const satisfies Rules;

/** The choice among the tools. */
export const toolChoiceRules = {
  idle: { outcome: "no_op", reason: "Without tools, it is what happens anyway." },
  withoutTools: {
    outcome: "refused",
    reason: "The model behind this endpoint cannot be made to call a tool without any tools.",
  },
  unknownTool: {
    outcome: "refused",
    reason: "The model behind this endpoint cannot be made to call a tool that is not offered.",
  },
  implied: { outcome: "no_op", reason: "It is what the upstream does anyway." },
  unsupported: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not take this choice of tools.",
  },
} as const satisfies Rules;

/** Whether several tools may be called at once. */
export const parallelToolCallsRules = {
  idle: { outcome: "no_op", reason: "It is what the upstream does anyway." },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint cannot be told to call one tool at a time.",
  },
} as const satisfies Rules;
