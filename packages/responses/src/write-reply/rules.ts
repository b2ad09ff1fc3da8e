import type { Rule } from "@diglot/core";

/** A native block of any format: this one has only text, reasoning, calls and refusals. */
export const nativeBlock: Rule = {
  outcome: "dropped",
  reason: "This format cannot carry such a block; a client could not use it.",
};

/** A citation that is neither of this format nor of a web page. */
export const foreignCitation: Rule = {
  outcome: "dropped",
  reason: "This format can only cite web pages.",
};

/** The stop sequence that matched. */
export const stopSequence: Rule = {
  outcome: "dropped",
  reason: "This format does not say which stop sequence matched.",
};

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

/** The kind of a refusal. */
export const refusalCategory: Rule = {
  outcome: "dropped",
  reason: "This format has no field for the category of a refusal.",
};

/** What the provider wants back with a call, and what has no name of its own here. */
export const hiddenReasoning: Rule = {
  outcome: "dropped",
  reason: "The service is set to show no reasoning.",
};
