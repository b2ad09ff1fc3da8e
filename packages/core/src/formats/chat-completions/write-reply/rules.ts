import type { NeutralFieldRow, Rule } from "../../../conversation/rules.js";

/** A native block of any format: this one has text, thoughts, calls and refusals only. */
export const nativeBlock: NeutralFieldRow = {
  neutralField: "block.native",
  outcome: "dropped",
  reason: "This format has no place for such a block; a client could not use it.",
};

/** A citation that is neither of this format nor of a web page. */
export const foreignCitation: NeutralFieldRow = {
  neutralField: "block.citation",
  outcome: "dropped",
  reason: "This format can only cite web pages.",
};

/** The stop sequence that matched. */
export const stopSequence: NeutralFieldRow = {
  neutralField: "stop.sequence",
  outcome: "dropped",
  reason: "This format does not say which stop sequence matched.",
};

/** A reply that the model would continue. */
export const paused: NeutralFieldRow = {
  neutralField: "stop.reason.pause",
  outcome: "approximated",
  to: "finish_reason",
  reason: "The model paused; it is told as an ordinary end, since this format cannot resume it.",
};

/** A reason that only the model's own format knows. */
export const otherReason: NeutralFieldRow = {
  neutralField: "stop.reason.other",
  outcome: "approximated",
  to: "finish_reason",
  reason: "This format has no word for the reason; it is told as tool_calls or stop.",
};

/** The kind of a refusal. */
export const refusalCategory: NeutralFieldRow = {
  neutralField: "stop.refusal.category",
  outcome: "dropped",
  reason: "This format has no place for the category of a refusal.",
};

/** A call beyond the one that a request with functions and no tools has room for. */
export const laterFunctionCall: Rule = {
  outcome: "dropped",
  reason: "The request knows functions and no tools, so its reply can call one function only.",
};

/** How replies are written in this format, slot by slot of the neutral events. */
export const writeReplyRules: readonly NeutralFieldRow[] = [
  {
    neutralField: "start.id",
    outcome: "reshaped",
    to: "id",
    reason: "It gets this format's prefix.",
  },
  { neutralField: "start.model", outcome: "exact", to: "model", reason: "It is the same." },
  {
    neutralField: "start.serviceTier",
    outcome: "reshaped",
    to: "service_tier",
    reason: "Standard is told as default; a class without a word is told as the one asked for.",
  },
  {
    neutralField: "open",
    outcome: "reshaped",
    to: "choices.message",
    reason: "Blocks of one kind are joined, and calls are listed.",
  },
  {
    neutralField: "block.text",
    outcome: "exact",
    to: "message.content",
    reason: "All texts are joined as they are.",
  },
  {
    neutralField: "block.refusal",
    outcome: "exact",
    to: "message.refusal",
    reason: "It is the same.",
  },
  {
    neutralField: "block.thinking",
    outcome: "reshaped",
    to: "message.reasoning_content",
    reason: "The texts are joined by blank lines, unless the settings leave thoughts out.",
  },
  {
    neutralField: "block.signature",
    outcome: "reshaped",
    to: "message.reasoning_details",
    reason: "A signed thought stands there whole, with its place, to be sent back.",
  },
  {
    neutralField: "block.redacted_thinking",
    outcome: "reshaped",
    to: "message.reasoning_details",
    reason: "It stands there whole, with its place, to be sent back.",
  },
  {
    neutralField: "block.tool_call",
    outcome: "exact",
    to: "message.tool_calls",
    reason: "Calls are counted from 0; their arguments are the text that the model wrote.",
  },
  {
    neutralField: "block.tool_call.extra",
    outcome: "exact",
    to: "message.tool_calls.*",
    reason: "What the model wants back stands as members of the call.",
  },
  {
    neutralField: "block.citation.web",
    outcome: "reshaped",
    to: "message.annotations",
    reason: "Its range is that of the cited text in the content, in UTF-16 units.",
  },
  nativeBlock,
  foreignCitation,
  {
    neutralField: "stop.reason",
    outcome: "reshaped",
    to: "finish_reason",
    reason: "It has its own words.",
  },
  stopSequence,
  paused,
  otherReason,
  {
    neutralField: "stop.refusal",
    outcome: "reshaped",
    to: "message.refusal",
    reason: "The explanation is the refusal's text, where the model has written none.",
  },
  refusalCategory,
  {
    neutralField: "usage",
    outcome: "reshaped",
    to: "usage",
    reason: "The prompt includes what was read from and written to caches.",
  },
  { neutralField: "end", outcome: "reshaped", to: "[DONE]", reason: "It ends the stream." },
  {
    neutralField: "failure",
    outcome: "reshaped",
    to: "error",
    reason: "It is told as an error of its kind, in the service's own words.",
  },
];
