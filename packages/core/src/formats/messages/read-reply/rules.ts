import {
  kindOfObject,
  otherForm,
  unknownMember,
  vendorDetail,
} from "../../../conversation/receipt/reply-rules.js";
import { type FieldRow, indexRows, type Rule } from "../../../conversation/receipt/rules.js";

/** What happens to parts of a reply that cannot be preserved exactly. */
export const losses = {
  container: {
    outcome: "dropped",
    reason: "A container exists only at the upstream and cannot be used through another format.",
  },
  contextEdits: {
    outcome: "dropped",
    reason: "No other format reports edits of the context.",
  },
  diagnostics: {
    outcome: "dropped",
    reason: "No other format has diagnostics.",
  },
  missingEnd: {
    outcome: "approximated",
    to: "end",
    reason: "The stream ended without its last event, as this upstream is known to do.",
  },
  repairedUsage: {
    outcome: "approximated",
    to: "usage",
    reason: "Negative counts were replaced by zero.",
  },
  otherForm,
  unknownMember,
  unknownEvent: {
    outcome: "dropped",
    reason: "The service does not know this type of event.",
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** Every field of a reply in this format, and its neutral field. */
export const replyFields: readonly FieldRow[] = [
  { field: "type", native: [kindOfObject] },
  { field: "role", native: [kindOfObject] },
  { field: "id", neutralField: "start.id" },
  { field: "model", neutralField: "start.model" },
  { field: "content", neutralField: "open" },
  { field: "content.text", neutralField: "block.text" },
  { field: "content.citations", neutralField: "block.citation" },
  { field: "content.thinking", neutralField: "block.thinking" },
  { field: "content.signature", neutralField: "block.signature" },
  { field: "content.redacted_thinking", neutralField: "block.redacted_thinking" },
  { field: "content.tool_use", neutralField: "block.tool_call" },
  { field: "content.tool_use.id", neutralField: "block.tool_call.id" },
  { field: "content.tool_use.name", neutralField: "block.tool_call.name" },
  { field: "content.tool_use.input", neutralField: "block.tool_call.arguments" },
  { field: "content.tool_use.*", neutralField: "block.tool_call.extra" },
  { field: "content.*", neutralField: "block.native" },
  { field: "stop_reason", neutralField: "stop.reason" },
  { field: "stop_sequence", neutralField: "stop.sequence" },
  { field: "stop_details", neutralField: "stop.refusal" },
  { field: "usage", neutralField: "usage", native: [losses.repairedUsage] },
  { field: "usage.input_tokens", neutralField: "usage.input" },
  { field: "usage.cache_read_input_tokens", neutralField: "usage.cacheRead" },
  { field: "usage.cache_creation_input_tokens", neutralField: "usage.cacheWrite" },
  { field: "usage.cache_creation", neutralField: "usage.cacheWriteLong" },
  { field: "usage.output_tokens", neutralField: "usage.output" },
  { field: "usage.output_tokens_details", neutralField: "usage.reasoning" },
  { field: "usage.service_tier", neutralField: "start.serviceTier" },
  { field: "usage.inference_geo", native: [vendorDetail] },
  { field: "usage.server_tool_use", native: [vendorDetail] },
  { field: "usage.iterations", native: [vendorDetail] },
  { field: "container", native: [losses.container] },
  { field: "delta", neutralField: "stop.reason" },
  { field: "context_management", native: [losses.contextEdits] },
  { field: "input_transformations", native: [losses.contextEdits] },
  { field: "diagnostics", native: [losses.diagnostics] },
  { field: "message_stop", neutralField: "end", native: [losses.missingEnd] },
  { field: "*", native: [losses.unknownMember, losses.unknownEvent, losses.otherForm] },
];

const rows: ReadonlyMap<string, FieldRow> = /* @__PURE__ */ indexRows(replyFields);

/** The rule for a member of a reply that the neutral events cannot hold; `undefined` if they can. */
export function ruleOfMember(field: string): Rule | undefined {
  const row = rows.get(field);
  if (!row) return losses.unknownMember;
  return row.neutralField === undefined ? row.native?.[0] : undefined;
}
