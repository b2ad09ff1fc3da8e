import {
  kindOfObject,
  otherForm,
  unknownMember,
  vendorDetail,
} from "../../../conversation/reply-rules.js";
import { type FieldRow, indexRows, type Rule } from "../../../conversation/rules.js";

/** What happens to things of a reply that cannot be carried exactly. */
export const losses = {
  otherChoices: {
    outcome: "dropped",
    reason: "Only the choice with the index 0 is read.",
  },
  whiteSpace: {
    outcome: "dropped",
    reason: "A text of nothing but white space is no block; it would be refused in the history.",
  },
  annotations: {
    outcome: "dropped",
    reason: "A citation of a web page lacks the data that other formats require of one.",
  },
  media: {
    outcome: "dropped",
    reason: "A reply carries text, thoughts and calls only.",
  },
  foreignReasoning: {
    outcome: "dropped",
    reason: "An encrypted thought of another vendor can be read by its maker only.",
  },
  foreignSignature: {
    outcome: "dropped",
    reason: "The signature belongs to another vendor or to no thought that is still open.",
  },
  namelessCall: {
    outcome: "dropped",
    reason: "A call without a name and without arguments calls nothing.",
  },
  lateId: {
    outcome: "dropped",
    reason: "The call had begun under another id.",
  },
  lateExtra: {
    outcome: "dropped",
    reason: "The call had begun before this came.",
  },
  repeatedId: {
    outcome: "reshaped",
    to: "block.tool_call.id",
    reason: "Another call of the reply has this id, so this one got a number.",
  },
  missingId: {
    outcome: "reshaped",
    to: "block.tool_call.id",
    reason: "The call came without an id and got a fresh one.",
  },
  repeatedArguments: {
    outcome: "dropped",
    reason: "The call had all of its arguments already.",
  },
  unwrappedArguments: {
    outcome: "reshaped",
    to: "block.tool_call.arguments",
    reason: "The arguments were an object inside a string.",
  },
  wrappedArguments: {
    outcome: "approximated",
    to: "block.tool_call.arguments",
    reason: "The arguments are no JSON object; their text is the member _raw_arguments of one.",
  },
  brokenArguments: {
    outcome: "approximated",
    to: "block.tool_call.arguments",
    reason: "The arguments never became a JSON object; they are passed on as they came.",
  },
  unknownFinish: {
    outcome: "approximated",
    to: "stop.reason",
    reason: "The reason for the end is none of the wire's; the content tells the nearest.",
  },
  missingFinish: {
    outcome: "approximated",
    to: "stop.reason",
    reason: "The upstream did not say why the reply ended; its content tells.",
  },
  missingCalls: {
    outcome: "approximated",
    to: "stop.reason",
    reason: "The reply ended for its calls but has none.",
  },
  missingDone: {
    outcome: "approximated",
    to: "end",
    reason: "The stream ended without its terminal event, but with a reason for the end.",
  },
  missingUsage: {
    outcome: "approximated",
    to: "usage",
    reason: "The upstream reported no usage; it is estimated.",
  },
  repairedUsage: {
    outcome: "approximated",
    to: "usage",
    reason: "Counts that are negative or contradict each other were brought into their range.",
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
  { field: "choices.logprobs", native: [vendorDetail] },
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

/** What becomes of a member of a reply that the neutral events have no place for; `undefined` if they have one. */
export function ruleOfMember(field: string): Rule | undefined {
  const row = rows.get(field);
  if (!row) return losses.unknownMember;
  return row.neutralField === undefined ? row.native?.[0] : undefined;
}

/** The names of the members with a prefix that cost no receipt an entry. Most of a reply is these. */
export function quietMembers(prefix: string): ReadonlySet<string> {
  const names = [...rows.keys()]
    .filter((field) => field.startsWith(prefix))
    .map((field) => field.slice(prefix.length));
  return new Set(names.filter((name) => isQuiet(ruleOfMember(prefix + name))));
}

function isQuiet(rule: Rule | undefined): boolean {
  return rule === undefined || rule.outcome === "no_op";
}
