import type { Rule } from "@diglot/core";

/** Turns. */
export const turnRules = {
  role: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not know this role.",
  },
  name: {
    outcome: "dropped",
    reason: "The model behind this endpoint takes no names of speakers.",
  },
  nothing: {
    outcome: "refused",
    reason:
      "The model behind this endpoint needs a message, and none of this request says anything.",
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** Parameters that this format does not have, or has in another range. */
export const parameterRules = {
  choices: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint gives one reply to a request.",
  },
  seed: { outcome: "dropped", reason: "The model behind this endpoint takes no seed." },
  raised: {
    outcome: "approximated",
    to: "max_output_tokens",
    reason: "The upstream takes no lower limit than 16 tokens.",
  },
  display: { outcome: "exact", to: "reasoning.summary", reason: "It is asked for a summary." },
} as const satisfies Readonly<Record<string, Rule>>;
