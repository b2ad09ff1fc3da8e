import type { Rule } from "@diglot/core";
import { passingRules } from "@diglot/core/frameworks";

/** What becomes of what LangChain, or a runnable of it, cannot be told. */
export const rules = {
  ...passingRules,
  brokenArguments: {
    outcome: "approximated",
    reason: "The arguments of the call are no JSON object; the call is sent without arguments.",
  },
} as const satisfies Readonly<Record<string, Rule>>;
