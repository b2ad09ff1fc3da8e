import { passingRules, type Rule } from "@diglot/core";

/** What becomes of what an agent of the SDK cannot be told. */
export const rules = {
  ...passingRules,
  resultError: {
    outcome: "approximated",
    reason: "A result of a tool has no error flag here, so its text begins with an error note.",
  },
} as const satisfies Readonly<Record<string, Rule>>;
