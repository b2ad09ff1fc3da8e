import * as z from "zod/mini";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject } from "./common.js";
import { choiceLogprobs, completionUsage, finishReason, reasoningDetail } from "./response.js";

const count = z.int().check(z.minimum(0));

const functionDelta = z.looseObject({ name: z.optional(z.string()), arguments: z.string() });

/** A piece of a call: the head has id, type and name, later pieces only arguments. */
const toolCallDelta = z.looseObject({
  index: count,
  id: z.optional(z.string()),
  type: z.optional(z.enum(["function", "custom"])),
  function: z.optional(functionDelta),
  custom: z.optional(z.looseObject({ name: z.optional(z.string()), input: z.string() })),
});

/** What a chunk adds to the message. */
const delta = z.looseObject({
  role: z.optional(z.literal("assistant")),
  content: z.nullish(z.string()),
  tool_calls: z.optional(z.array(toolCallDelta)),
  function_call: z.optional(functionDelta),
  refusal: z.nullish(z.string()),
  annotations: z.optional(z.array(anyObject)),
  reasoning_content: z.optional(z.string()),
  reasoning_details: z.optional(z.array(reasoningDetail)),
});

/** One event of a stream. `choices` has one element; it is empty in the chunk with the usage. */
export const chunk = z.looseObject({
  id: z.string(),
  object: z.literal("chat.completion.chunk"),
  created: count,
  model: z.string(),
  service_tier: z.string(),
  choices: z.array(
    z.looseObject({
      index: count,
      delta,
      logprobs: z.nullable(choiceLogprobs),
      finish_reason: z.nullable(finishReason),
    }),
  ),
  /** Only if the caller set `stream_options.include_usage`; null in all chunks but the last. */
  usage: z.nullish(completionUsage),
});

/** A piece of a call. */
export type ToolCallDelta = Inferred<typeof toolCallDelta>;

/** What a chunk adds to the message. */
export type Delta = Inferred<typeof delta>;

/** One event of a stream. */
export type ChatCompletionChunk = Inferred<typeof chunk>;
