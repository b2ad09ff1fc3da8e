import type { NeutralFieldRow } from "../../documentation.js";
import { foreignBlock, foreignCitation } from "../write-reply/rules.js";

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
    to: "usage.service_tier",
    reason: "All service tiers except priority are reported as standard.",
  },
  { neutralField: "open", outcome: "exact", to: "content", reason: "Blocks keep their order." },
  { neutralField: "block.text", outcome: "exact", to: "content", reason: "It is a text block." },
  {
    neutralField: "block.refusal",
    outcome: "approximated",
    to: "content",
    reason: "It is a text block; the stop reason says that it is a refusal.",
  },
  {
    neutralField: "block.thinking",
    outcome: "exact",
    to: "content",
    reason: "It is a thinking block. Without a signature, the service adds its own.",
  },
  {
    neutralField: "block.redacted_thinking",
    outcome: "exact",
    to: "content",
    reason: "It is a separate block.",
  },
  {
    neutralField: "block.tool_call",
    outcome: "exact",
    to: "content",
    reason: "It is a tool_use block.",
  },
  {
    neutralField: "block.tool_call.id",
    outcome: "reshaped",
    to: "content.id",
    reason: "Characters that this format does not allow are replaced, always in the same way.",
  },
  {
    neutralField: "block.tool_call.extra",
    outcome: "exact",
    to: "content.*",
    reason: "What the model wants back is added to the members of the tool_use block.",
  },
  {
    neutralField: "block.logprobs",
    outcome: "no_op",
    reason: "Nobody can ask for log probabilities in this format.",
  },
  { neutralField: "block.native", ...foreignBlock },
  { neutralField: "block.citation", ...foreignCitation },
  {
    neutralField: "stop.reason",
    outcome: "reshaped",
    to: "stop_reason",
    reason: "It has the words of this format.",
  },
  {
    neutralField: "stop.sequence",
    outcome: "exact",
    to: "stop_sequence",
    reason: "It is the same.",
  },
  {
    neutralField: "stop.refusal",
    outcome: "exact",
    to: "stop_details",
    reason: "It is shown with its category.",
  },
  {
    neutralField: "usage",
    outcome: "reshaped",
    to: "usage",
    reason: "The kinds do not overlap here.",
  },
  { neutralField: "end", outcome: "reshaped", to: "message_stop", reason: "It is the last event." },
  {
    neutralField: "failure",
    outcome: "reshaped",
    to: "error",
    reason: "It becomes an error of its kind, in the service's own words.",
  },
];
