import type { NeutralFieldRow } from "../../documentation.js";
import {
  foreignCitation,
  nativeBlock,
  otherReason,
  paused,
  refusalCategory,
  stopSequence,
} from "../write-reply/rules.js";

/** How replies are written in this format, one part of the neutral events after the other. */
export const writeReplyRows: readonly NeutralFieldRow[] = [
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
  { neutralField: "block.native", ...nativeBlock },
  { neutralField: "block.citation", ...foreignCitation },
  {
    neutralField: "stop.reason",
    outcome: "reshaped",
    to: "finish_reason",
    reason: "It has its own words.",
  },
  { neutralField: "stop.sequence", ...stopSequence },
  { neutralField: "stop.reason.pause", ...paused },
  { neutralField: "stop.reason.other", ...otherReason },
  {
    neutralField: "stop.refusal",
    outcome: "reshaped",
    to: "message.refusal",
    reason: "The explanation is the refusal's text, where the model has written none.",
  },
  { neutralField: "stop.refusal.category", ...refusalCategory },
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
