import type { Rule } from "@diglot/core";
import { passingRules } from "@diglot/core/frameworks";

/** The rules for what LangChain and its runnables have no place for. */
export const rules = {
  ...passingRules,
  brokenArguments: {
    outcome: "approximated",
    reason: "The arguments of the call are no JSON object; the call is sent without arguments.",
  },
} as const satisfies Readonly<Record<string, Rule>>;
