import type { Rule } from "@diglot/core";

/** What is lost of a reply. */
export const losses = {
  unknownEvent: {
    outcome: "dropped",
    reason: "The upstream has sent an event that this service does not know.",
  },
  phase: {
    outcome: "dropped",
    reason: "Other formats make no difference between comments and final answers.",
  },
} as const satisfies Readonly<Record<string, Rule>>;
