import type { FormatName } from "@diglot/test-support/requests";
import type { Leaf } from "./leaves.js";
import type { Observed } from "./observe.js";

/** A leaf without meaning in the other format, or whose meaning is expressed elsewhere. */
export interface NoOp {
  readonly kind: "request" | "reply" | "stream";
  readonly format: FormatName;
  /** The pointers of the leaves. */
  readonly leaf: RegExp;
  /** Only this value. */
  readonly value?: unknown;
  /** Absent: both. */
  readonly by?: "deleted" | "changed" | undefined;
  /** Only if the receipt names such a place. */
  readonly beside?: RegExp | undefined;
  readonly reason: string;
}

/** The same without the format. */
export type Row = Omit<NoOp, "kind" | "format">;

/** The entry of a list that a leaf belongs to. */
export function findNoOp<N extends Row>(
  list: readonly N[],
  leaf: Leaf,
  by: "deleted" | "changed",
  { receipt, problems }: Observed,
): N | undefined {
  const reported = [...receipt, ...problems].map(({ at }) => at);
  return list.find(
    ({ leaf: pattern, value = leaf.value, by: way = by, beside }) =>
      pattern.test(leaf.at) &&
      value === leaf.value &&
      way === by &&
      (!beside || reported.some((at) => beside.test(at))),
  );
}

const whatHappensAnyway = "The value is what happens anyway.";

const messagesRequest: readonly Row[] = [
  {
    leaf: /\/cache_control\/(type|ttl)$/,
    reason: "The upstream keeps a cache without marks, or one entry tells of all marks at once.",
  },
  {
    leaf: /\/source\/media_type$/,
    by: "changed",
    reason: "Text documents are plain text; the wire knows no other type of them.",
  },
  {
    leaf: /^\/messages\/\d+\/content\/\d+\/(thinking|signature|data)$/,
    by: "changed",
    reason:
      "Reasoning of earlier turns may be left out, and only the vendor that made a signature can use it.",
  },
  {
    leaf: /^\/messages\/\d+\/content\/\d+\/caller\//,
    reason: "Who called matters to the vendor's own containers only, whose blocks are refused.",
  },
  {
    leaf: /^\/tools\/\d+\/type$/,
    value: "custom",
    by: "deleted",
    reason: "A tool without a type is a custom one.",
  },
  { leaf: /^\/(temperature|top_p)$/, value: 1, by: "deleted", reason: whatHappensAnyway },
  { leaf: /^\/thinking\/display$/, reason: "The service itself shows or hides the reasoning." },
  {
    leaf: /^\/thinking\/type$/,
    beside: /^\/tool_choice$/,
    reason: "One entry tells that a forced choice keeps the model from thinking.",
  },
  {
    leaf: /^\/service_tier$/,
    value: "auto",
    by: "deleted",
    reason: "The class is `auto` where none is named.",
  },
  {
    leaf: /^\/stream$/,
    value: false,
    by: "deleted",
    reason: "A reply is not streamed unless that is asked for.",
  },
];

const chatCompletionsRequest: readonly Row[] = [
  {
    leaf: /\/reasoning_details\/\d+\/format$/,
    reason:
      "Reasoning without a format, or in another version of it, is taken for the model's own.",
  },
  { leaf: /\/reasoning_details\/\d+\/index$/, reason: "The order of the list says it." },
  {
    leaf: /^\/thinking\/type$/,
    value: "enabled",
    by: "deleted",
    reason: "Where there is a budget, it says the same.",
  },
  {
    leaf: /\/tool_calls\/\d+\/type$/,
    by: "deleted",
    reason: "A call without a type is a function's.",
  },
  {
    leaf: /^\/tool_choice$/,
    value: "auto",
    by: "deleted",
    reason: "The choice is `auto` where none is named.",
  },
  {
    leaf: /^\/stream_options\//,
    reason: "The service itself reports the usage, and pads nothing.",
  },
  {
    leaf: /^\/parallel_tool_calls$/,
    value: true,
    by: "deleted",
    reason: "Several calls are what happens anyway.",
  },
  {
    leaf: /^\/stream$/,
    value: false,
    by: "deleted",
    reason: "A reply is not streamed unless that is asked for.",
  },
  {
    leaf: /^\/tools\/1\/(type|function\/name)$/,
    by: "changed",
    beside: /^\/tool_choice$/,
    reason: "A tool that is not among the allowed ones need not be defined.",
  },
  {
    leaf: /^\/tool_choice\/allowed_tools\/tools\/\d+\/type$/,
    by: "changed",
    reason: "The name says which tool is allowed.",
  },
  {
    leaf: /^\/(reasoning|thinking)\//,
    beside: /^\/(reasoning\/enabled|thinking\/type)$/,
    reason: "One entry tells that the model does not think this time.",
  },
  {
    leaf: /^\/response_format\/json_schema\/(name|strict)$/,
    reason: "The other wire holds every reply to its schema, and gives schemas no names.",
  },
  {
    leaf: /^\/modalities\/0$/,
    value: "text",
    by: "deleted",
    reason: whatHappensAnyway,
  },
  { leaf: /^\/(n|temperature|top_p)$/, value: 1, by: "deleted", reason: whatHappensAnyway },
  {
    leaf: /^\/(logprobs|store)$/,
    value: false,
    by: "deleted",
    reason: whatHappensAnyway,
  },
  {
    leaf: /^\/reasoning_effort$/,
    value: "none",
    by: "deleted",
    reason: "A model that cannot think needs no instruction not to.",
  },
  {
    leaf: /^\/reasoning\/enabled$/,
    value: true,
    by: "deleted",
    reason: "A budget or a level of effort says that the model shall think.",
  },
  {
    leaf: /\/(cache_control|prompt_cache_breakpoint)\/ttl$/,
    beside: /\/cache_control$/,
    reason: "One entry tells of all marks at once.",
  },
];

const messagesReply: readonly Row[] = [
  { leaf: /^\/(type|role)$/, reason: "They say only what kind of object this is." },
  {
    leaf: /\/citations\/\d+\/(cited_text|encrypted_index)$/,
    reason: "An annotation names the page and the range in the reply, without a quote of the page.",
  },
  {
    leaf: /^\/content\/\d+\/input$/,
    by: "deleted",
    reason: "A call without input has an empty one.",
  },
  {
    leaf: /^\/usage\/cache_creation/,
    reason: "The other wire has one count of what was written, whatever its lifetime.",
  },
  {
    leaf: /^\/usage\/(server_tool_use|inference_geo)/,
    reason:
      "It tells of the upstream's own doing, which callers of another format did not ask for.",
  },
  { leaf: /^\/stop_details\/type$/, reason: "It says only what kind of object this is." },
];

const messagesStream: readonly Row[] = [
  { leaf: /^\/0\/message\/(type|role)$/, reason: "They say only what kind of object this is." },
  { leaf: /^\/0\/message\/content$/, by: "deleted", reason: "A message begins empty." },
  {
    leaf: /^\/0\/message\/usage\//,
    reason: "The counts at the end replace those of the beginning; the rest is the upstream's own.",
  },
  {
    leaf: /\/content_block\/(thinking|signature|text|input)$/,
    reason: "A block begins empty, and grows by its deltas.",
  },
  {
    leaf: /\/citation\/(cited_text|encrypted_index)$/,
    reason: "An annotation names the page and the range in the reply, without a quote of the page.",
  },
  { leaf: /^\/\d+\/member$/, beside: /^$/, reason: "One entry tells of the kind of event." },
  { leaf: /\/delta\/partial_json$/, by: "deleted", reason: "An empty piece adds nothing." },
  { leaf: /^\/\d+\/index$/, reason: "Only one block is open, so that is the one that ends." },
  {
    leaf: /\/usage\/server_tool_use\//,
    reason:
      "It tells of the upstream's own doing, which callers of another format did not ask for.",
  },
  { leaf: /\/stop_details\/type$/, reason: "It says only what kind of object this is." },
  {
    leaf: /^\/\d+\/(type|error\/message|error\/details\/code|request_id)$/,
    reason: "An error is reported by its kind, in the service's own words and under its own id.",
  },
];

const usageDetails: Row = {
  leaf: /\/usage\/(total_tokens|\w+_details\/(audio|accepted_prediction|rejected_prediction)_tokens)$/,
  reason: "It is a sum, or counts what callers of the other format cannot ask for.",
};
const logprobs: Row = {
  leaf: /^(\/\d+)?\/choices\/\d+\/logprobs\//,
  reason: "Callers of the other format cannot ask for them.",
};
const firstChoice: Row = {
  leaf: /^(\/\d+)?\/choices\/\d+\/index$/,
  by: "deleted",
  reason: "A choice without an index is the first.",
};
const callType: Row = {
  leaf: /\/tool_calls\/\d+\/type$/,
  reason: "The members of a call say of what type it is.",
};
const emptyArguments: Row = {
  leaf: /\/tool_calls\/\d+\/function\/arguments$/,
  by: "deleted",
  reason: "A call without arguments has empty ones.",
};
const fingerprint: Row = {
  leaf: /^(\/\d+)?\/(system_fingerprint|obfuscation)$/,
  reason: "It tells of the upstream's own doing, or is padding.",
};

const chatCompletionsReply: readonly Row[] = [
  usageDetails,
  logprobs,
  firstChoice,
  callType,
  emptyArguments,
  fingerprint,
  { leaf: /^\/(object|created)$/, reason: "It says only what kind of object this is, and when." },
  { leaf: /^\/choices\/\d+\/message\/role$/, reason: "A reply is always the assistant's." },
  {
    leaf: /\/message\/(reasoning|reasoning_details\/0\/text)$/,
    reason: "The reasoning is in two members, and one of them is enough.",
  },
];

const chatCompletionsStream: readonly Row[] = [
  usageDetails,
  logprobs,
  firstChoice,
  callType,
  emptyArguments,
  fingerprint,
  {
    leaf: /^\/\d+\/(id|object|created|model)$/,
    reason: "The first chunk says it; the others repeat it.",
  },
  { leaf: /\/delta\/role$/, reason: "A reply is always the assistant's." },
  { leaf: /\/delta\/(content|refusal)$/, by: "deleted", reason: "An empty piece adds nothing." },
  { leaf: /\/choices(\/\d+\/delta)?$/, reason: "A chunk without a delta adds nothing." },
  {
    leaf: /\/tool_calls\/0\/index$/,
    reason:
      "A call without an index is known by its id, a piece without one goes on with the last.",
  },
  {
    leaf: /\/error\/(message|type)$/,
    reason: "An error is reported by its kind, in the service's own words.",
  },
];

function rowsOf(kind: NoOp["kind"], format: FormatName, rows: readonly Row[]): readonly NoOp[] {
  return rows.map((row) => ({ kind, format, ...row }));
}

/** All leaves that may be lost without a report. */
export const noOps: readonly NoOp[] = [
  ...rowsOf("request", "messages", messagesRequest),
  ...rowsOf("request", "chat-completions", chatCompletionsRequest),
  ...rowsOf("reply", "messages", messagesReply),
  ...rowsOf("reply", "chat-completions", chatCompletionsReply),
  ...rowsOf("stream", "messages", messagesStream),
  ...rowsOf("stream", "chat-completions", chatCompletionsStream),
];
