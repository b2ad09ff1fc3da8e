import type { Rule } from "@diglot/core";
import { passingRules } from "@diglot/core/frameworks";

/** What becomes of what the AI SDK, or an agent of it, cannot be told. */
export const rules = {
  ...passingRules,
  url: {
    outcome: "refused",
    reason: "The model behind this endpoint does not read this URL; send the content itself.",
  },
  brokenArguments: {
    outcome: "approximated",
    reason: "The arguments of the call are no JSON object; they are sent as a text.",
  },
  detail: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no level of detail for images.",
  },
  toolStrict: {
    outcome: "approximated",
    reason: "The provider decides whether tool calls are held to their schema.",
  },
  outputStrict: {
    outcome: "approximated",
    reason: "The provider decides whether the reply is held to its schema.",
  },
  outweighed: { outcome: "dropped", reason: "Another member decides how much the model reasons." },
  effort: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no level of effort and no budget for reasoning.",
  },
  lowestEffort: {
    outcome: "approximated",
    reason: "The model behind this endpoint has no such level of effort; it gets the lowest.",
  },
  attached: {
    outcome: "approximated",
    reason:
      "The provider takes no files in results of tools; they follow in a message of the user.",
  },
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint does not support this.",
  },
  providerTool: {
    outcome: "dropped",
    reason: "The provider ran a tool of its own; its call and its result are not shown.",
  },
  source: { outcome: "dropped", reason: "The sources of the text are not shown." },
  file: { outcome: "dropped", reason: "The reply contains a file, which cannot be shown." },
  proof: {
    outcome: "dropped",
    reason: "What the provider wants back with this call on the next turn is not kept.",
  },
} as const satisfies Readonly<Record<string, Rule>>;
