import type { Rule } from "@diglot/core";
import { passingRules } from "@diglot/core/frameworks";

/** The rules for what the AI SDK and its agents have no place for. */
export const rules = {
  ...passingRules,
  brokenArguments: {
    outcome: "approximated",
    reason: "The arguments of the call are no JSON object; they are sent as a text.",
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
  unsupported: {
    outcome: "dropped",
    reason: "The model behind this endpoint does not support this.",
  },
  proof: {
    outcome: "dropped",
    reason: "What the provider wants back with this call on the next turn is not kept.",
  },
} as const satisfies Readonly<Record<string, Rule>>;
