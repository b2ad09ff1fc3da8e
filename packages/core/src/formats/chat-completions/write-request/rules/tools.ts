import {
  forcedServerTool,
  forcedUnknownTool,
  forcedWithoutTools,
  toolsUnsupported,
} from "../../../../conversation/receipt/request-rules.js";
import type { Rules } from "../../../../conversation/receipt/rules.js";

/** The list of tools. */
export const toolsRules = {
  unsupported: toolsUnsupported,
  withheld: {
    outcome: "dropped",
    reason: "The upstream has no way to forbid tool calls, so no tools are sent.",
  },
  synthesised: {
    outcome: "approximated",
    to: "tools",
    reason: "The upstream requires definitions of the tools that the history calls.",
  },
} as const satisfies Rules;

/** Names of tools. */
export const toolNameRules = {
  renamed: {
    outcome: "reshaped",
    to: "tools.function.name",
    reason: "The upstream does not take this name; the caller still sees its own name.",
  },
  repeated: {
    outcome: "refused",
    reason: "The model behind this endpoint does not take two tools with the same name.",
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
    reason: "The upstream does not support all keywords of the schema.",
  },
} as const satisfies Rules;

/** Whether calls are held to their schema. */
export const toolStrictRules = {
  idle: { outcome: "no_op", reason: "It is the upstream's default." },
  unsupported: {
    outcome: "dropped",
    reason: "The upstream does not force tool calls to match their schema.",
  },
  looseSchema: {
    outcome: "dropped",
    reason:
      "The upstream can enforce only schemas that require every property and allow no others.",
  },
} as const satisfies Rules;

/** Cache control of tools. */
export const toolCacheRules = {
  lost: { outcome: "dropped", reason: "The upstream takes cache control on content only." },
} as const satisfies Rules;

/** The choice among the tools. */
export const toolChoiceRules = {
  idle: { outcome: "no_op", reason: "Without tools, it is the default." },
  withoutTools: forcedWithoutTools,
  unknownTool: forcedUnknownTool,
  serverTool: forcedServerTool,
  implied: { outcome: "no_op", reason: "It is the upstream's default." },
  unsupported: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not take this tool choice.",
  },
} as const satisfies Rules;

/** Whether several tools may be called at once. */
export const parallelToolCallsRules = {
  idle: { outcome: "no_op", reason: "It is the upstream's default." },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint cannot be limited to one tool call at a time.",
  },
} as const satisfies Rules;
