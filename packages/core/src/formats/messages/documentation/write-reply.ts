import type { NeutralFieldRow } from "../../documentation.js";
import { foreignBlock, foreignCitation } from "../write-reply/rules.js";

/** How replies are written in this format, one part of the neutral events after the other. */
export const writeReplyRows: readonly NeutralFieldRow[] = [
  {
    neutralField: "start.id",
    outcome: "reshaped",
    to: "id",
    reason: "The id gets this format's prefix.",
  },
  { neutralField: "start.model", outcome: "exact", to: "model", reason: "It is the same." },
  {
    neutralField: "start.serviceTier",
    outcome: "reshaped",
    to: "usage.service_tier",
    reason: "All classes but priority are told as standard.",
  },
  { neutralField: "open", outcome: "exact", to: "content", reason: "Blocks stand in their order." },
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
    reason: "It is a thinking block; without a signature it gets one of the service's own.",
  },
  {
    neutralField: "block.redacted_thinking",
    outcome: "exact",
    to: "content",
    reason: "It is a block of its own.",
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
    reason: "Characters that this format does not allow are replaced, the same way every time.",
  },
  {
    neutralField: "block.tool_call.extra",
    outcome: "exact",
    to: "content.*",
    reason: "What the model wants back stands as members of the tool_use block.",
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
    reason: "It is told with its category.",
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
