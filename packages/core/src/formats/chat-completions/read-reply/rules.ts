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
  foreignThought: {
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
export const replyRules: readonly FieldRow[] = [
  { field: "id", slot: "start.id" },
  { field: "object", own: [kindOfObject] },
  { field: "created", own: [kindOfObject] },
  { field: "model", slot: "start.model" },
  { field: "service_tier", slot: "start.serviceTier" },
  { field: "system_fingerprint", own: [vendorDetail] },
  { field: "obfuscation", own: [kindOfObject] },
  { field: "choices", slot: "open", own: [losses.otherChoices] },
  { field: "choices.index", own: [kindOfObject] },
  { field: "choices.delta", slot: "open" },
  { field: "choices.message", slot: "open" },
  { field: "choices.message.role", own: [kindOfObject] },
  { field: "choices.message.content", slot: "block.text", own: [losses.whiteSpace, losses.media] },
  { field: "choices.message.reasoning_content", slot: "block.thinking" },
  { field: "choices.message.reasoning", slot: "block.thinking" },
  {
    field: "choices.message.reasoning_details",
    slot: "block.thinking",
    own: [losses.foreignThought, losses.foreignSignature],
  },
  { field: "choices.message.refusal", slot: "block.refusal" },
  { field: "choices.message.annotations", own: [losses.annotations] },
  { field: "choices.message.audio", own: [losses.media] },
  { field: "choices.message.images", own: [losses.media] },
  { field: "choices.message.tool_calls", slot: "block.tool_call", own: [losses.namelessCall] },
  { field: "choices.message.tool_calls.index", own: [kindOfObject] },
  { field: "choices.message.tool_calls.type", own: [kindOfObject] },
  {
    field: "choices.message.tool_calls.id",
    slot: "block.tool_call.id",
    own: [losses.missingId, losses.repeatedId, losses.lateId],
  },
  { field: "choices.message.tool_calls.function.name", slot: "block.tool_call.name" },
  {
    field: "choices.message.tool_calls.function.arguments",
    slot: "block.tool_call.arguments",
    own: [
      losses.unwrappedArguments,
      losses.wrappedArguments,
      losses.brokenArguments,
      losses.repeatedArguments,
    ],
  },
  { field: "choices.message.tool_calls.*", slot: "block.tool_call.extra", own: [losses.lateExtra] },
  { field: "choices.message.function_call", slot: "block.tool_call" },
  {
    field: "choices.finish_reason",
    slot: "stop.reason",
    own: [losses.unknownFinish, losses.missingFinish, losses.missingCalls],
  },
  { field: "choices.stop_reason", slot: "stop.sequence" },
  { field: "choices.matched_stop", slot: "stop.sequence" },
  { field: "choices.logprobs", own: [vendorDetail] },
  { field: "choices.native_finish_reason", own: [vendorDetail] },
  { field: "choices.usage", slot: "usage" },
  { field: "usage", slot: "usage", own: [losses.missingUsage, losses.repairedUsage] },
  { field: "usage.prompt_tokens", slot: "usage" },
  { field: "usage.completion_tokens", slot: "usage" },
  { field: "usage.total_tokens", slot: "usage" },
  { field: "usage.prompt_tokens_details", slot: "usage" },
  { field: "usage.completion_tokens_details", slot: "usage" },
  { field: "usage.prompt_cache_hit_tokens", slot: "usage" },
  { field: "usage.prompt_cache_miss_tokens", own: [vendorDetail] },
  { field: "usage.cached_tokens", slot: "usage" },
  { field: "usage.cache_read_input_tokens", slot: "usage" },
  { field: "usage.cache_creation_input_tokens", slot: "usage" },
  { field: "usage.reasoning_tokens", slot: "usage" },
  { field: "x_groq", slot: "usage" },
  { field: "timings", slot: "usage" },
  { field: "error", slot: "failure" },
  { field: "choices.error", slot: "failure" },
  { field: "[DONE]", slot: "end", own: [losses.missingDone] },
  { field: "*", own: [losses.unknownMember, losses.otherForm] },
];

const rows: ReadonlyMap<string, FieldRow> = /* @__PURE__ */ indexRows(replyRules);

/** What becomes of a member of a reply that the neutral events have no place for; `undefined` if they have one. */
export function ruleOfMember(field: string): Rule | undefined {
  const row = rows.get(field);
  if (!row) return losses.unknownMember;
  return row.slot === undefined ? row.own?.[0] : undefined;
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
