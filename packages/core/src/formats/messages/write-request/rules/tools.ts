import {
  forcedServerTool,
  forcedUnknownTool,
  forcedWithoutTools,
  toolsUnsupported,
} from "../../../../conversation/receipt/request-rules.js";
import type { Rules } from "../../../../conversation/receipt/rules.js";

const isDefault = "It is the default.";

/** The list of tools. */
export const toolsRules = {
  unsupported: toolsUnsupported,
  twice: {
    outcome: "refused",
    reason: "The model behind this endpoint does not take two tools with the same name.",
  },
  synthesised: {
    outcome: "approximated",
    to: "tools",
    reason:
      "The model requires definitions of the tools that were called; they are created from the calls, and none may be called again.",
  },
} as const satisfies Rules;

/** Names of tools. */
export const toolNameRules = {
  renamed: {
    outcome: "reshaped",
    to: "tools.name",
    reason:
      "A name that the model does not accept is replaced by a legal one, the same everywhere.",
  },
} as const satisfies Rules;

/** Schemas of tools. */
export const toolParametersRules = {
  typeAdded: {
    outcome: "reshaped",
    to: "tools.input_schema",
    reason: "The schema of a tool's input must say that it is an object.",
  },
  noObject: {
    outcome: "refused",
    reason: "The model behind this endpoint takes only objects as the input of a tool.",
  },
} as const satisfies Rules;

/** Whether calls must match their schema. */
export const toolStrictRules = {
  off: { outcome: "no_op", reason: isDefault },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint does not enforce the schema of calls.",
  },
  beyond: {
    outcome: "dropped",
    reason: "The model cannot enforce this schema, or not so many of them.",
  },
} as const satisfies Rules;

/** The tool choice. */
export const toolChoiceRules = {
  idle: { outcome: "no_op", reason: "Without tools there is nothing to choose." },
  noTools: forcedWithoutTools,
  unknownTool: forcedUnknownTool,
  serverTool: forcedServerTool,
  unsupported: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not take this tool choice.",
  },
} as const satisfies Rules;

/** Whether several tools may be called at once. */
export const parallelToolCallsRules = {
  allowed: { outcome: "no_op", reason: isDefault },
  idle: { outcome: "no_op", reason: "No tool is called." },
  forbidden: {
    outcome: "reshaped",
    to: "tool_choice.disable_parallel_tool_use",
    reason: "It is a member of the tool choice.",
  },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint cannot be limited to one call at a time.",
  },
} as const satisfies Rules;
