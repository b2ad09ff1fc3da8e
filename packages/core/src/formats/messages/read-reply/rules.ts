import {
  kindOfObject,
  otherForm,
  unknownMember,
  vendorDetail,
} from "../../../conversation/reply-rules.js";
import { type FieldRow, indexRows, type Rule } from "../../../conversation/rules.js";

/** What happens to things of a reply that cannot be carried exactly. */
export const losses = {
  container: {
    outcome: "dropped",
    reason: "A container lives at the upstream and cannot be reached through another format.",
  },
  contextEdits: {
    outcome: "dropped",
    reason: "No other format tells what was edited in the context.",
  },
  diagnostics: {
    outcome: "dropped",
    reason: "No other format has diagnostics.",
  },
  missingStopReason: {
    outcome: "approximated",
    to: "stop.reason",
    reason: "The upstream did not say why the reply ended; its content tells.",
  },
  missingEnd: {
    outcome: "approximated",
    to: "end",
    reason: "The stream ended without its last event, which this upstream is known for.",
  },
  repairedUsage: {
    outcome: "approximated",
    to: "usage",
    reason: "Counts that are negative were brought into their range.",
  },
  otherForm,
  unknownMember,
  unknownEvent: {
    outcome: "dropped",
    reason: "The service does not know this kind of event.",
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** Every field of a reply of this format, and its place in the neutral events. */
export const replyRules: readonly FieldRow[] = [
  { field: "type", own: [kindOfObject] },
  { field: "role", own: [kindOfObject] },
  { field: "id", slot: "start.id" },
  { field: "model", slot: "start.model" },
  { field: "content", slot: "open" },
  { field: "content.text", slot: "block.text" },
  { field: "content.citations", slot: "block.citation" },
  { field: "content.thinking", slot: "block.thinking" },
  { field: "content.signature", slot: "block.signature" },
  { field: "content.redacted_thinking", slot: "block.redacted_thinking" },
  { field: "content.tool_use", slot: "block.tool_call" },
  { field: "content.tool_use.id", slot: "block.tool_call.id" },
  { field: "content.tool_use.name", slot: "block.tool_call.name" },
  { field: "content.tool_use.input", slot: "block.tool_call.arguments" },
  { field: "content.tool_use.*", slot: "block.tool_call.extra" },
  { field: "content.*", slot: "block.native" },
  { field: "stop_reason", slot: "stop.reason", own: [losses.missingStopReason] },
  { field: "stop_sequence", slot: "stop.sequence" },
  { field: "stop_details", slot: "stop.refusal" },
  { field: "usage", slot: "usage", own: [losses.repairedUsage] },
  { field: "usage.input_tokens", slot: "usage.input" },
  { field: "usage.cache_read_input_tokens", slot: "usage.cacheRead" },
  { field: "usage.cache_creation_input_tokens", slot: "usage.cacheWrite" },
  { field: "usage.cache_creation", slot: "usage.cacheWriteLong" },
  { field: "usage.output_tokens", slot: "usage.output" },
  { field: "usage.output_tokens_details", slot: "usage.reasoning" },
  { field: "usage.service_tier", slot: "start.serviceTier" },
  { field: "usage.inference_geo", own: [vendorDetail] },
  { field: "usage.server_tool_use", own: [vendorDetail] },
  { field: "usage.iterations", own: [vendorDetail] },
  { field: "container", own: [losses.container] },
  { field: "delta", slot: "stop.reason" },
  { field: "context_management", own: [losses.contextEdits] },
  { field: "input_transformations", own: [losses.contextEdits] },
  { field: "diagnostics", own: [losses.diagnostics] },
  { field: "message_stop", slot: "end", own: [losses.missingEnd] },
  { field: "*", own: [losses.unknownMember, losses.unknownEvent, losses.otherForm] },
];

const rows: ReadonlyMap<string, FieldRow> = /* @__PURE__ */ indexRows(replyRules);

/** What becomes of a member of a reply that the neutral events have no place for; `undefined` if they have one. */
export function ruleOfMember(field: string): Rule | undefined {
  const row = rows.get(field);
  if (!row) return losses.unknownMember;
  return row.slot === undefined ? row.own?.[0] : undefined;
}
