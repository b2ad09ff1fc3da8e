import * as z from "zod/mini";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject } from "./common.js";

const count = z.int().check(z.minimum(0));

/** Token counts. `prompt_tokens` includes cached ones, `completion_tokens` includes reasoning. */
export const completionUsage = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.looseObject({
    cached_tokens: count,
    audio_tokens: count,
    /** Only where something was written to a cache. */
    cache_write_tokens: z.optional(count),
  }),
  completion_tokens_details: z.looseObject({
    reasoning_tokens: count,
    audio_tokens: count,
    accepted_prediction_tokens: count,
    rejected_prediction_tokens: count,
  }),
});

/** Why a choice ended. */
export const finishReason = z.enum([
  "stop",
  "length",
  "tool_calls",
  "content_filter",
  "function_call",
]);

/** The call of a function, as it was before there were tools. */
const functionCall = z.looseObject({ name: z.string(), arguments: z.string() });

/** A call of the reply. Other members are native ones that the model needs back with it. */
const toolCall = z.discriminatedUnion("type", [
  z.looseObject({ id: z.string(), type: z.literal("function"), function: functionCall }),
  z.looseObject({
    id: z.string(),
    type: z.literal("custom"),
    custom: z.looseObject({ name: z.string(), input: z.string() }),
  }),
]);

const detail = z.looseObject({ index: count, format: z.string(), position: count });

/**
 * Reasoning that the model needs back on the next turn. `position` is the place of its block among
 * all blocks of the reply. Agents that know this list from other gateways return it untouched.
 */
export const reasoningDetail = z.discriminatedUnion("type", [
  z.extend(detail, {
    type: z.literal("reasoning.text"),
    text: z.string(),
    signature: z.string(),
  }),
  z.extend(detail, { type: z.literal("reasoning.encrypted"), data: z.string() }),
]);

/** The message of a reply. `content` is a string or null, never parts. */
const completionMessage = z.looseObject({
  role: z.literal("assistant"),
  content: z.nullable(z.string()),
  /** Only if there are calls. */
  tool_calls: z.optional(z.array(toolCall)),
  /** The call of a function, where the request has functions and no tools. */
  function_call: z.optional(functionCall),
  refusal: z.nullable(z.string()),
  annotations: z.array(anyObject),
  /** Not the vendor's: the text of the reasoning, if the settings show it. */
  reasoning_content: z.optional(z.string()),
  /** Not the vendor's: what must be returned with the message, if there is any. */
  reasoning_details: z.optional(z.array(reasoningDetail)),
});

/** A token and how likely it was. */
const tokenLogprob = z.looseObject({
  token: z.string(),
  logprob: z.number(),
  bytes: z.nullable(z.array(z.int())),
});

const logprobs = z.nullable(
  z.array(z.extend(tokenLogprob, { top_logprobs: z.array(tokenLogprob) })),
);

/** The log probabilities of a choice: of its content, of its refusal, or null for what it lacks. */
export const choiceLogprobs = z.looseObject({ content: logprobs, refusal: logprobs });

/** A reply as JSON. */
export const completion = z.looseObject({
  id: z.string(),
  object: z.literal("chat.completion"),
  /** Unix time in seconds. */
  created: count,
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: count,
      message: completionMessage,
      logprobs: z.nullable(choiceLogprobs),
      finish_reason: finishReason,
    }),
  ),
  usage: completionUsage,
  service_tier: z.string(),
});

/** Token counts. */
export type CompletionUsage = Inferred<typeof completionUsage>;

/** Why a choice ended. */
export type FinishReason = Inferred<typeof finishReason>;

/** The call of a function, as it was before there were tools. */
export type FunctionCall = Inferred<typeof functionCall>;

/** A call of the reply. */
export type ToolCall = Inferred<typeof toolCall>;

/** Reasoning that the model needs back on the next turn. */
export type ReasoningDetail = Inferred<typeof reasoningDetail>;

/** The message of a reply. */
export type CompletionMessage = Inferred<typeof completionMessage>;

/** A token and how likely it was. */
export type TokenLogprobObject = Inferred<typeof tokenLogprob>;

/** The log probabilities of a choice. */
export type ChoiceLogprobs = Inferred<typeof choiceLogprobs>;

/** A reply as JSON. */
export type ChatCompletion = Inferred<typeof completion>;
