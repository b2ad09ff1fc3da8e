import type { Cases } from "../../../../conversation/neutral-fields.js";

/** How tools and the choice among them are written, by slot and case. */
export const toolRules = {
  tools: {
    sent: { outcome: "exact", to: "tools", reason: "Every tool is a function." },
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
  },
  "tool.name": {
    sent: { outcome: "exact", to: "tools.function.name", reason: "It is sent as it is." },
    renamed: {
      outcome: "reshaped",
      to: "tools.function.name",
      reason: "The upstream does not take this name; the caller keeps seeing its own.",
    },
    repeated: {
      outcome: "refused",
      reason: "The model behind this endpoint takes no two tools of one name.",
    },
  },
  "tool.description": {
    sent: { outcome: "exact", to: "tools.function.description", reason: "It is sent as it is." },
  },
  "tool.parameters": {
    sent: {
      outcome: "exact",
      to: "tools.function.parameters",
      reason: "The schema is sent as it is.",
    },
    completed: {
      outcome: "reshaped",
      to: "tools.function.parameters",
      reason:
        "Some servers refuse an object schema without `properties`, so an empty one is added.",
    },
    rewritten: {
      outcome: "approximated",
      to: "tools.function.parameters",
      reason: "The upstream does not take all keywords of the schema.",
    },
  },
  "tool.strict": {
    sent: { outcome: "exact", to: "tools.function.strict", reason: "The upstream honours it." },
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
  },
  "tool.cache": {
    sent: {
      outcome: "exact",
      to: "tools.cache_control",
      reason: "The rules of all cache marks are those of `block.cache`.",
    },
    lost: { outcome: "dropped", reason: "The upstream takes marks for its cache on content only." },
  },
  "tool.native": {
    judged: { outcome: "refused", reason: "The rules of the format that knows the tool decide." },
  },
  toolChoice: {
    sent: { outcome: "exact", to: "tool_choice", reason: "`any` is called `required` there." },
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
  },
  parallelToolCalls: {
    sent: { outcome: "exact", to: "parallel_tool_calls", reason: "It means the same." },
    idle: { outcome: "no_op", reason: "It is what the upstream does anyway." },
    unsupported: {
      outcome: "dropped",
      reason: "The model behind this endpoint cannot be told to call one tool at a time.",
    },
  },
} as const satisfies Readonly<Record<string, Cases>>;
