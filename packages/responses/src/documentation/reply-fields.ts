import {
  type FieldRow,
  kindOfObject,
  otherForm,
  type Rule,
  vendorDetail,
} from "@diglot/core/translation";
import { losses } from "../read-reply/rules.js";

const echoed: Rule = { outcome: "no_op", reason: "It repeats what the request said." };
const place: Rule = {
  outcome: "no_op",
  reason: "It says where a piece belongs; the pieces of an item follow one another.",
};
const unread: Rule = {
  outcome: "dropped",
  reason: "The service does not read other members. They are not in the receipt.",
};

/** The members of a response that repeat the request. */
const echoes = [
  "background",
  "conversation",
  "frequency_penalty",
  "instructions",
  "max_output_tokens",
  "max_tool_calls",
  "metadata",
  "moderation",
  "parallel_tool_calls",
  "presence_penalty",
  "previous_response_id",
  "prompt",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
  "reasoning",
  "safety_identifier",
  "store",
  "temperature",
  "text",
  "tool_choice",
  "tools",
  "top_logprobs",
  "top_p",
  "truncation",
  "user",
];

/** The members of a response that describe how the vendor works. */
const vendorDetails = [
  "access_programs",
  "billing",
  "image",
  "input_transformations",
  "prompt_cache_diagnostics",
  "tool_usage",
];

/** The members of events that say where a piece belongs. */
const places = [
  "sequence_number",
  "item_id",
  "output_index",
  "content_index",
  "summary_index",
  "annotation_index",
];

const rows = (fields: readonly string[], rule: Rule): readonly FieldRow[] =>
  fields.map((field) => ({ field, native: [rule] }));

/** Every field of a reply in this format, and its place in the neutral events. */
export const replyFields: readonly FieldRow[] = [
  { field: "type", native: [kindOfObject] },
  { field: "object", native: [kindOfObject] },
  { field: "id", neutralField: "start.id" },
  { field: "created_at", native: [kindOfObject] },
  { field: "completed_at", native: [kindOfObject] },
  { field: "model", neutralField: "start.model" },
  { field: "service_tier", neutralField: "start.serviceTier" },
  { field: "output", neutralField: "open" },
  { field: "output.type", native: [kindOfObject] },
  { field: "output.id", native: [kindOfObject] },
  { field: "output.role", native: [kindOfObject] },
  { field: "output.status", neutralField: "stop.reason" },
  { field: "output.phase", native: [losses.phase] },
  { field: "output.content", neutralField: "open" },
  { field: "output.content.text", neutralField: "block.text" },
  { field: "output.content.annotations", neutralField: "block.citation" },
  { field: "output.content.logprobs", neutralField: "block.logprobs" },
  { field: "output.content.refusal", neutralField: "block.refusal" },
  { field: "output.summary", neutralField: "block.thinking" },
  { field: "output.summary.text", neutralField: "block.thinking" },
  { field: "output.encrypted_content", neutralField: "block.signature" },
  { field: "output.call_id", neutralField: "block.tool_call.id" },
  { field: "output.name", neutralField: "block.tool_call.name" },
  { field: "output.arguments", neutralField: "block.tool_call.arguments" },
  { field: "output.input", neutralField: "block.tool_call.arguments" },
  { field: "output.*", neutralField: "block.native" },
  { field: "status", neutralField: "stop.reason" },
  { field: "incomplete_details", neutralField: "stop.reason" },
  { field: "incomplete_details.reason", neutralField: "stop.reason" },
  { field: "usage", neutralField: "usage" },
  { field: "usage.input_tokens", neutralField: "usage.input" },
  { field: "usage.input_tokens_details.cached_tokens", neutralField: "usage.cacheRead" },
  { field: "usage.input_tokens_details.cache_write_tokens", neutralField: "usage.cacheWrite" },
  { field: "usage.output_tokens", neutralField: "usage.output" },
  { field: "usage.output_tokens_details.reasoning_tokens", neutralField: "usage.reasoning" },
  { field: "usage.total_tokens", neutralField: "usage" },
  { field: "error", neutralField: "failure" },
  ...rows(echoes, echoed),
  ...rows(vendorDetails, vendorDetail),
  { field: "response", neutralField: "open" },
  { field: "item", neutralField: "open" },
  { field: "part", neutralField: "open" },
  { field: "delta", neutralField: "open" },
  { field: "annotation", neutralField: "block.citation" },
  ...rows(places, place),
  { field: "obfuscation", native: [kindOfObject] },
  { field: "response.completed", neutralField: "end" },
  { field: "*", native: [unread, losses.unknownEvent, otherForm] },
];
