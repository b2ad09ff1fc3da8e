import type { Rule } from "../../../conversation/receipt/rules.js";

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
  to: "finish_reason",
  reason: "The model paused; this format cannot resume it, so the reply ends normally.",
};

/** A reason that only the model's own format knows. */
export const otherReason: Rule = {
  outcome: "approximated",
  to: "finish_reason",
  reason: "This format has no such finish reason; it becomes tool_calls or stop.",
};

/** The kind of a refusal. */
export const refusalCategory: Rule = {
  outcome: "dropped",
  reason: "This format has no field for the category of a refusal.",
};

/** A second call in reply to a request that uses `functions` instead of `tools`. */
export const laterFunctionCall: Rule = {
  outcome: "dropped",
  reason:
    "The request uses `functions` instead of `tools`, so its reply can call only one function.",
};
