import type { Cases } from "../../../../conversation/neutral-fields.js";

const isDefault = "It is what happens anyway.";

/** How tools and the choice among them are written. */
export const toolRules = {
  tools: {
    plain: { outcome: "exact", to: "tools", reason: "One definition each, in order." },
    unsupported: {
      outcome: "refused",
      reason: "The model behind this endpoint takes no tools.",
    },
    twice: {
      outcome: "refused",
      reason: "The model behind this endpoint takes no two tools of one name.",
    },
    synthesised: {
      outcome: "approximated",
      to: "tools",
      reason:
        "The model wants definitions of the tools that were called; they are made from the calls, and none may be called.",
    },
  },
  "tool.name": {
    plain: { outcome: "exact", to: "tools.name", reason: "The same name." },
    renamed: {
      outcome: "reshaped",
      to: "tools.name",
      reason: "A name that the model does not take gets a legal one, the same everywhere.",
    },
  },
  "tool.description": {
    any: { outcome: "exact", to: "tools.description", reason: "The same words." },
  },
  "tool.parameters": {
    plain: { outcome: "exact", to: "tools.input_schema", reason: "The schema as it is." },
    typeAdded: {
      outcome: "reshaped",
      to: "tools.input_schema",
      reason: "The schema of an input must say that it is an object.",
    },
    noObject: {
      outcome: "refused",
      reason: "The model behind this endpoint takes only objects as the input of a tool.",
    },
  },
  "tool.strict": {
    plain: { outcome: "exact", to: "tools.strict", reason: "The same." },
    off: { outcome: "no_op", reason: isDefault },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint does not hold calls to their schema.",
    },
    beyond: {
      outcome: "dropped",
      reason: "The model cannot hold calls to this schema, or to so many of them.",
    },
  },
  "tool.cache": {
    any: { outcome: "exact", to: "tools.cache_control", reason: "The mark stays on its tool." },
  },
  toolChoice: {
    plain: { outcome: "exact", to: "tool_choice", reason: "The same choice in other words." },
    idle: { outcome: "no_op", reason: "Without tools there is nothing to choose." },
    noTools: {
      outcome: "refused",
      reason: "The model behind this endpoint cannot be made to call a tool without any tools.",
    },
    unknownTool: {
      outcome: "refused",
      reason: "The model behind this endpoint cannot be made to call a tool that is not offered.",
    },
    unsupported: {
      outcome: "refused",
      whenWarned: "dropped",
      reason: "The model behind this endpoint does not take this choice of tools.",
    },
  },
  parallelToolCalls: {
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
  },
  "tool.native": {
    own: { outcome: "exact", to: "tools", reason: "A tool of this format goes as it is." },
  },
} as const satisfies Readonly<Record<string, Cases>>;
