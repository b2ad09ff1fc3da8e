import type { Inferred } from "@diglot/core/formats";
import * as z from "zod/mini";
import { anyObject } from "./common.js";
import { recordTypes } from "./items.js";

const status = z.enum(["in_progress", "completed", "incomplete"]);

/** One token and how likely it was. */
const token = { token: z.string(), logprob: z.number(), bytes: z.array(z.int()) };
export const logprob = z.looseObject({ ...token, top_logprobs: z.array(z.looseObject(token)) });

export const outputTextPart = z.looseObject({
  type: z.literal("output_text"),
  annotations: z.array(anyObject),
  logprobs: z.array(logprob),
  text: z.string(),
});
export const refusalOutputPart = z.looseObject({
  type: z.literal("refusal"),
  refusal: z.string(),
});
const messageItem = z.looseObject({
  id: z.string(),
  type: z.literal("message"),
  status,
  content: z.array(z.union([outputTextPart, refusalOutputPart])),
  role: z.literal("assistant"),
});
const functionCallItem = z.looseObject({
  id: z.string(),
  type: z.literal("function_call"),
  status,
  arguments: z.string(),
  call_id: z.string(),
  name: z.string(),
});
const customCallItem = z.looseObject({
  id: z.string(),
  type: z.literal("custom_tool_call"),
  status,
  call_id: z.string(),
  input: z.string(),
  name: z.string(),
});
export const summaryPart = z.looseObject({ type: z.literal("summary_text"), text: z.string() });
export const reasoningPart = z.looseObject({ type: z.literal("reasoning_text"), text: z.string() });
const reasoningItem = z.looseObject({
  id: z.string(),
  type: z.literal("reasoning"),
  summary: z.array(summaryPart),
  content: z.optional(z.array(reasoningPart)),
  encrypted_content: z.optional(z.nullable(z.string())),
});

/** Earlier turns in a form that only their maker can read. */
const compactionItem = z.looseObject({
  id: z.string(),
  type: z.literal("compaction"),
  encrypted_content: z.string(),
});
/** What an upstream has run itself, as it says so. */
const recordItem = z.looseObject({ id: z.string(), type: z.enum(recordTypes) });

/** One item of the output. */
export const outputItem = z.union([
  messageItem,
  functionCallItem,
  customCallItem,
  reasoningItem,
  compactionItem,
  recordItem,
]);

export const responseUsage = z.looseObject({
  input_tokens: z.int(),
  input_tokens_details: z.looseObject({ cached_tokens: z.int(), cache_write_tokens: z.int() }),
  output_tokens: z.int(),
  output_tokens_details: z.looseObject({ reasoning_tokens: z.int() }),
  total_tokens: z.int(),
});

export const responseError = z.looseObject({
  code: z.string(),
  message: z.string(),
  type: z.string(),
  param: z.nullable(z.string()),
});

/** The answer of `POST /v1/responses`, and what the first and the last event of a stream contain. */
export const response = z.looseObject({
  id: z.string(),
  object: z.literal("response"),
  created_at: z.int(),
  status: z.enum(["in_progress", "completed", "incomplete", "failed"]),
  background: z.boolean(),
  completed_at: z.nullable(z.int()),
  error: z.nullable(responseError),
  frequency_penalty: z.number(),
  incomplete_details: z.nullable(z.looseObject({ reason: z.string() })),
  instructions: z.nullable(z.string()),
  max_output_tokens: z.nullable(z.int()),
  max_tool_calls: z.nullable(z.int()),
  model: z.string(),
  output: z.array(outputItem),
  parallel_tool_calls: z.boolean(),
  presence_penalty: z.number(),
  previous_response_id: z.nullable(z.string()),
  prompt_cache_key: z.nullable(z.string()),
  reasoning: z.looseObject({ effort: z.nullable(z.string()), summary: z.nullable(z.string()) }),
  safety_identifier: z.nullable(z.string()),
  service_tier: z.string(),
  store: z.boolean(),
  temperature: z.number(),
  text: anyObject,
  tool_choice: z.union([z.string(), anyObject]),
  tools: z.array(anyObject),
  top_logprobs: z.int(),
  top_p: z.number(),
  truncation: z.string(),
  usage: z.nullable(responseUsage),
  user: z.nullable(z.string()),
  metadata: anyObject,
});

/** The answer of `POST /v1/responses/compact`. */
export const compactedResponse = z.looseObject({
  id: z.string(),
  object: z.literal("response.compaction"),
  created_at: z.int(),
  output: z.array(outputItem),
  usage: z.nullable(responseUsage),
});

/** The answer of `POST /v1/responses/compact`. */
export type CompactedResponse = Inferred<typeof compactedResponse>;

/** The answer to a request, as it is now. */
export type ResponseObject = Inferred<typeof response>;

/** One item of the output. */
export type OutputItem = Inferred<typeof outputItem>;

/** The parts of a message. */
export type OutputPart = Inferred<typeof outputTextPart> | Inferred<typeof refusalOutputPart>;

/** A call, of a function or with free text. */
export type CallItem = Inferred<typeof functionCallItem> | Inferred<typeof customCallItem>;

/** A message of the model. */
export type MessageItem = Inferred<typeof messageItem>;

/** What the model has thought. */
export type ReasoningItem = Inferred<typeof reasoningItem>;

/** An item that is passed on as it is. */
export type NativeItem = Inferred<typeof compactionItem> | Inferred<typeof recordItem>;

/** The progress of an item. */
export type ItemStatus = Inferred<typeof status>;

/** The log probability of a token. */
export type LogprobPart = Inferred<typeof logprob>;

/** Why a response has failed. */
export type ResponseError = Inferred<typeof responseError>;

/** Counts of tokens. */
export type ResponseUsage = Inferred<typeof responseUsage>;
