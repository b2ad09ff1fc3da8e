import type { Rule } from "@diglot/core";

/** A reply that the model would continue. */
export const paused: Rule = {
  outcome: "approximated",
  to: "status",
  reason: "The model paused; this format cannot resume it, so the reply is completed.",
};

/** A reason that only the model's own format knows. */
export const otherReason: Rule = {
  outcome: "approximated",
  to: "status",
  reason: "This format has no such reason to stop; the reply is completed.",
};
