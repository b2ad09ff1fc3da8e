import {
  kindOfObject,
  otherForm,
  unknownMember,
  vendorDetail,
} from "../../../conversation/receipt/reply-rules.js";
import { type FieldRow, indexRows, type Rule } from "../../../conversation/receipt/rules.js";

/** The rules for parts of a reply that cannot be translated exactly. */
export const losses = {
  otherChoices: {
    outcome: "dropped",
    reason: "Only the choice with the index 0 is read.",
  },
  whiteSpace: {
    outcome: "dropped",
    reason:
      "A text of white space only does not become a block, because it would be refused in the history.",
  },
  annotations: {
    outcome: "dropped",
    reason: "A citation of a web page lacks data that other formats require.",
  },
  media: {
    outcome: "dropped",
    reason: "A reply can only contain text, reasoning and tool calls.",
  },
  foreignReasoning: {
    outcome: "dropped",
    reason: "Only the vendor that encrypted this reasoning can read it.",
  },
  foreignSignature: {
    outcome: "dropped",
    reason: "The signature is another vendor's, or belongs to no reasoning that is still open.",
  },
  namelessCall: {
    outcome: "dropped",
    reason: "A call without a name and without arguments has no meaning.",
  },
  lateId: {
    outcome: "dropped",
    reason: "The call has already begun under another id.",
  },
  lateExtra: {
    outcome: "dropped",
    reason: "The call had already begun when this arrived.",
  },
  repeatedId: {
    outcome: "reshaped",
    to: "block.tool_call.id",
    reason: "Another call of the reply has this id, so a number is added to it.",
  },
  missingId: {
    outcome: "reshaped",
    to: "block.tool_call.id",
    reason: "The call has no id, so it gets a new one.",
  },
  repeatedArguments: {
    outcome: "dropped",
    reason: "The arguments of the call were already complete.",
  },
  unwrappedArguments: {
    outcome: "reshaped",
    to: "block.tool_call.arguments",
    reason: "The arguments were a JSON object inside a JSON string.",
  },
  wrappedArguments: {
    outcome: "approximated",
    to: "block.tool_call.arguments",
    reason:
      "The arguments are not a JSON object; their text becomes the member _raw_arguments of an object.",
  },
  brokenArguments: {
    outcome: "approximated",
    to: "block.tool_call.arguments",
    reason: "The arguments are not a JSON object; they are passed on as received.",
  },
  unknownFinish: {
    outcome: "approximated",
    to: "stop.reason",
    reason:
      "The finish reason is not one of the format's; the nearest one is chosen by the content.",
  },
  missingFinish: {
    outcome: "approximated",
    to: "stop.reason",
    reason: "The upstream gave no finish reason; it is inferred from the content.",
  },
  missingCalls: {
    outcome: "approximated",
    to: "stop.reason",
    reason: "The finish reason announces tool calls, but the reply has no tool calls.",
  },
  missingDone: {
    outcome: "approximated",
    to: "end",
    reason: "The stream ended with a finish reason, but without its terminal event.",
  },
  missingUsage: {
    outcome: "approximated",
    to: "usage",
    reason: "The upstream reported no usage; it is estimated.",
  },
  repairedUsage: {
    outcome: "approximated",
    to: "usage",
    reason: "Counts that are negative or contradict each other were corrected.",
  },
  otherForm,
  unknownMember,
} as const satisfies Readonly<Record<string, Rule>>;

/** Every field of a reply of this format, and its place in the neutral events. */
export const replyFields: readonly FieldRow[] = [
  { field: "id", neutralField: "start.id" },
  { field: "object", native: [kindOfObject] },
  { field: "created", native: [kindOfObject] },
  { field: "model", neutralField: "start.model" },
  { field: "service_tier", neutralField: "start.serviceTier" },
  { field: "system_fingerprint", native: [vendorDetail] },
  { field: "obfuscation", native: [kindOfObject] },
  { field: "choices", neutralField: "open", native: [losses.otherChoices] },
  { field: "choices.index", native: [kindOfObject] },
  { field: "choices.delta", neutralField: "open" },
  { field: "choices.message", neutralField: "open" },
  { field: "choices.message.role", native: [kindOfObject] },
  {
    field: "choices.message.content",
    neutralField: "block.text",
    native: [losses.whiteSpace, losses.media],
  },
  { field: "choices.message.reasoning_content", neutralField: "block.thinking" },
  { field: "choices.message.reasoning", neutralField: "block.thinking" },
  {
    field: "choices.message.reasoning_details",
    neutralField: "block.thinking",
    native: [losses.foreignReasoning, losses.foreignSignature],
  },
  { field: "choices.message.refusal", neutralField: "block.refusal" },
  { field: "choices.message.annotations", native: [losses.annotations] },
  { field: "choices.message.audio", native: [losses.media] },
  { field: "choices.message.images", native: [losses.media] },
  {
    field: "choices.message.tool_calls",
    neutralField: "block.tool_call",
    native: [losses.namelessCall],
  },
  { field: "choices.message.tool_calls.index", native: [kindOfObject] },
  { field: "choices.message.tool_calls.type", native: [kindOfObject] },
  {
    field: "choices.message.tool_calls.id",
    neutralField: "block.tool_call.id",
    native: [losses.missingId, losses.repeatedId, losses.lateId],
  },
  { field: "choices.message.tool_calls.function.name", neutralField: "block.tool_call.name" },
  {
    field: "choices.message.tool_calls.function.arguments",
    neutralField: "block.tool_call.arguments",
    native: [
      losses.unwrappedArguments,
      losses.wrappedArguments,
      losses.brokenArguments,
      losses.repeatedArguments,
    ],
  },
  {
    field: "choices.message.tool_calls.*",
    neutralField: "block.tool_call.extra",
    native: [losses.lateExtra],
  },
  { field: "choices.message.function_call", neutralField: "block.tool_call" },
  {
    field: "choices.finish_reason",
    neutralField: "stop.reason",
    native: [losses.unknownFinish, losses.missingFinish, losses.missingCalls],
  },
  { field: "choices.stop_reason", neutralField: "stop.sequence" },
  { field: "choices.matched_stop", neutralField: "stop.sequence" },
  { field: "choices.logprobs", neutralField: "block.logprobs" },
  { field: "choices.native_finish_reason", native: [vendorDetail] },
  { field: "choices.usage", neutralField: "usage" },
  { field: "usage", neutralField: "usage", native: [losses.missingUsage, losses.repairedUsage] },
  { field: "usage.prompt_tokens", neutralField: "usage" },
  { field: "usage.completion_tokens", neutralField: "usage" },
  { field: "usage.total_tokens", neutralField: "usage" },
  { field: "usage.prompt_tokens_details", neutralField: "usage" },
  { field: "usage.completion_tokens_details", neutralField: "usage" },
  { field: "usage.prompt_cache_hit_tokens", neutralField: "usage" },
  { field: "usage.prompt_cache_miss_tokens", native: [vendorDetail] },
  { field: "usage.cached_tokens", neutralField: "usage" },
  { field: "usage.cache_read_input_tokens", neutralField: "usage" },
  { field: "usage.cache_creation_input_tokens", neutralField: "usage" },
  { field: "usage.reasoning_tokens", neutralField: "usage" },
  { field: "x_groq", neutralField: "usage" },
  { field: "timings", neutralField: "usage" },
  { field: "error", neutralField: "failure" },
  { field: "choices.error", neutralField: "failure" },
  { field: "[DONE]", neutralField: "end", native: [losses.missingDone] },
  { field: "*", native: [losses.unknownMember, losses.otherForm] },
];

const rows: ReadonlyMap<string, FieldRow> = /* @__PURE__ */ indexRows(replyFields);

/** The rule for a member of a reply without a neutral field; `undefined` if it has one. */
export function ruleOfMember(field: string): Rule | undefined {
  const row = rows.get(field);
  if (!row) return losses.unknownMember;
  return row.neutralField === undefined ? row.native?.[0] : undefined;
}

/** The names of the members with a prefix that need no entry in the receipt. Most members are of this kind. */
export function quietMembers(prefix: string): ReadonlySet<string> {
  const names = [...rows.keys()]
    .filter((field) => field.startsWith(prefix))
    .map((field) => field.slice(prefix.length));
  return new Set(names.filter((name) => isQuiet(ruleOfMember(prefix + name))));
}

function isQuiet(rule: Rule | undefined): boolean {
  return rule === undefined || rule.outcome === "no_op";
}
