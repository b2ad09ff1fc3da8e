import type { NeutralFieldRow } from "../../documentation.js";
import {
  foreignCitation,
  nativeBlock,
  otherReason,
  paused,
  refusalCategory,
  stopSequence,
} from "../write-reply/rules.js";

/** How replies are written in this format, for each part of the neutral events. */
export const writeReplyRows: readonly NeutralFieldRow[] = [
  {
    neutralField: "start.id",
    outcome: "reshaped",
    to: "id",
    reason: "The id gets this format's prefix.",
  },
  {
    neutralField: "start.model",
    outcome: "exact",
    to: "model",
    reason: "It is the same; a service writes its own name of the model.",
  },
  {
    neutralField: "start.serviceTier",
    outcome: "reshaped",
    to: "service_tier",
    reason:
      "`standard` becomes `default`; a tier that this format does not have becomes the requested one.",
  },
  {
    neutralField: "open",
    outcome: "reshaped",
    to: "choices.message",
    reason: "Blocks of one kind are joined, and tool calls are listed.",
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
    reason: "The texts are joined with blank lines, unless the settings leave reasoning out.",
  },
  {
    neutralField: "block.signature",
    outcome: "reshaped",
    to: "message.reasoning_details",
    reason: "Signed reasoning is kept there in full, with its position, to be sent back.",
  },
  {
    neutralField: "block.redacted_thinking",
    outcome: "reshaped",
    to: "message.reasoning_details",
    reason: "It is kept there in full, with its position, to be sent back.",
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
    reason: "What the model needs back becomes members of the call.",
  },
  {
    neutralField: "block.citation.web",
    outcome: "reshaped",
    to: "message.annotations",
    reason: "Its range is that of the cited text in the content, in UTF-16 units.",
  },
  {
    neutralField: "block.logprobs",
    outcome: "exact",
    to: "choices.logprobs",
    reason: "A caller who asks for them gets those of the text and of the refusal.",
  },
  { neutralField: "block.native", ...nativeBlock },
  { neutralField: "block.citation", ...foreignCitation },
  {
    neutralField: "stop.reason",
    outcome: "reshaped",
    to: "finish_reason",
    reason: "It has the words of this format.",
  },
  { neutralField: "stop.sequence", ...stopSequence },
  { neutralField: "stop.reason.pause", ...paused },
  { neutralField: "stop.reason.other", ...otherReason },
  {
    neutralField: "stop.refusal",
    outcome: "reshaped",
    to: "message.refusal",
    reason: "The explanation becomes the text of the refusal if the model has written no text.",
  },
  { neutralField: "stop.refusal.category", ...refusalCategory },
  {
    neutralField: "usage",
    outcome: "reshaped",
    to: "usage",
    reason: "The prompt tokens include those read from and written to caches.",
  },
  { neutralField: "end", outcome: "reshaped", to: "[DONE]", reason: "It ends the stream." },
  {
    neutralField: "failure",
    outcome: "reshaped",
    to: "error",
    reason: "It becomes an error of its kind, in the service's own words.",
  },
];
