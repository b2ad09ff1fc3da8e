import type { Row } from "../../../../core/test/no-ops.js";

/** A leaf without meaning in the other format, or whose meaning is expressed elsewhere. */
export interface PairNoOp extends Row {
  readonly kind: "request" | "reply" | "stream";
  readonly from: "responses" | "messages" | "chat-completions";
  /** Absent: every other format. */
  readonly to?: "responses" | "messages" | "chat-completions" | undefined;
}

type Leaves = Omit<PairNoOp, "kind" | "from">;

const itself = "The service says it itself.";
const earlierReasoning = "Earlier reasoning may be left out.";

const requestRows: readonly Leaves[] = [
  {
    leaf: /^\/input\/\d+\/type$/,
    value: "message",
    by: "deleted",
    reason: "An item without a type is a message.",
  },
  {
    leaf: /\/annotations$/,
    by: "deleted",
    reason: "An empty list says nothing.",
  },
  {
    leaf: /^\/input\/2\/summary\/0\/text$/,
    by: "changed",
    reason: "The seal beside it contains the text that counts.",
  },
  {
    leaf: /^\/input\/2\/encrypted_content$/,
    by: "deleted",
    to: "chat-completions",
    reason: earlierReasoning,
  },
  {
    leaf: /^\/tool_choice$/,
    value: "auto",
    by: "deleted",
    reason: "The choice is `auto` where none is named.",
  },
  {
    leaf: /^\/stream_options\/include_obfuscation$/,
    reason: "The service itself pads nothing.",
  },
  {
    leaf: /\/parameters\/type$/,
    value: "object",
    by: "deleted",
    to: "chat-completions",
    reason: "The parameters of a function are an object in any case.",
  },
  {
    leaf: /^(?:\/input\/\d+)?\/reasoning\/summary$/,
    by: "deleted",
    reason: "The service itself shows or hides the reasoning.",
  },
  {
    leaf: /^\/(?:reasoning\/(?:effort|summary)|text\/verbosity)$/,
    reason: "A later item sets it.",
  },
  {
    leaf: /^\/text\/format\/strict$/,
    value: true,
    by: "deleted",
    reason: "A schema is kept strictly in any case.",
  },
  {
    leaf: /^\/input\/0\/role$/,
    reason: "An item that declares tools has no other role.",
  },
  {
    leaf: /\/tools\/0\/strict$/,
    value: false,
    by: "deleted",
    reason: "A function is not strict unless that is asked for.",
  },
  {
    leaf: /^\/tool_choice\/tools\/\d+\/type$/,
    reason: "The name says which tool is allowed.",
  },
  {
    leaf: /^\/tools\/0\/name$/,
    value: "early",
    by: "changed",
    reason: "A tool that is not among the allowed ones need not be defined.",
  },
];

const replyRows: readonly Leaves[] = [
  { leaf: /^\/(?:object|created_at|id)$/, reason: itself },
  { leaf: /^\/output\/\d+\/(?:id|status|role)$/, reason: "Items are parts of one message here." },
  { leaf: /\/summary\/0\/type$/, reason: "A summary has no other parts." },
  { leaf: /^\/usage\/total_tokens$/, reason: "It is the sum of the others." },
  {
    leaf: /\/logprobs\//,
    to: "messages",
    reason: "Nobody can ask for log probabilities in this format.",
  },
  {
    leaf: /^\/output\/2\/call_id$/,
    by: "deleted",
    to: "chat-completions",
    reason: "A call without an id gets one.",
  },
];

const repeated = "Another event says the same.";
const place = "The pieces of an item follow one another.";

const streamRows: readonly Leaves[] = [
  { leaf: /\/sequence_number$/, reason: "It counts the events of its own stream." },
  {
    leaf: /\/(?:item_id|output_index|content_index|summary_index|annotation_index)$/,
    reason: place,
  },
  { leaf: /\/item\/(?:id|status|role)$/, reason: "Items are parts of one message here." },
  { leaf: /\/summary\/0\/type$/, reason: "A summary has no other parts." },
  { leaf: /^\/\d+\/(?:text|refusal|arguments|logprobs\/.+)$/, reason: repeated },
  { leaf: /^\/\d+\/(?:part|item)\/.+$/, reason: repeated },
  { leaf: /^\/0\/response\/.+$/, reason: repeated },
  {
    leaf: /^\/\d+\/response\/(?:output\/.+|id|object|created_at|model|service_tier)$/,
    reason: repeated,
  },
  { leaf: /\/usage\/total_tokens$/, reason: "It is the sum of the others." },
  {
    leaf: /^\/\d+\/response\/status$/,
    reason: "The type of the event says it, and here the calls do.",
  },
  { leaf: /^\/\d+\/delta$/, by: "deleted", reason: repeated },
];

const marks = "One entry tells of all marks at once.";

const chatRows: readonly Leaves[] = [
  { leaf: /\/(?:cache_control|prompt_cache_breakpoint)\/ttl$/, reason: marks },
  {
    leaf: /\/(?:reasoning_details|thinking_blocks)\/\d+\/(?:text|thinking|signature|data)$/,
    reason: earlierReasoning,
  },
  { leaf: /\/(?:reasoning_content|reasoning)$/, reason: earlierReasoning },
  {
    leaf: /^\/tools\/1\/(?:type|function\/name)$/,
    by: "changed",
    reason: "A tool that is not among the allowed ones need not be defined.",
  },
];

const common = (kind: PairNoOp["kind"], rows: readonly Leaves[]): readonly PairNoOp[] =>
  rows.map((row) => ({ kind, from: "responses", ...row }));

/** The leaves without meaning of the pairs with Responses, beside those that the other formats have everywhere. */
export const pairNoOps: readonly PairNoOp[] = [
  ...common("request", requestRows),
  ...common("reply", replyRows),
  ...common("stream", streamRows),
  ...chatRows.map((row) => ({ kind: "request", from: "chat-completions", ...row }) as const),
  {
    kind: "reply",
    from: "chat-completions",
    leaf: /^\/choices\/0\/stop_reason$/,
    reason: "Nobody can ask for stop sequences in this format.",
  },
];
