import { anyList, type Inferred, isObject } from "@diglot/core/formats";
import * as z from "zod/mini";
import { anyObject, flag, text } from "./common.js";
import type { InputItem } from "./items.js";
import { reasoningOptions, textOptions } from "./options.js";
import { type RequestTool, toolChoiceHead } from "./tools.js";

/** A number from one limit to another. The first one that is out of range ends the check of a list. */
function decimal(minimum: number, maximum: number) {
  return z.number().check(z.minimum(minimum, { abort: true }), z.maximum(maximum, { abort: true }));
}

const object = z.nullish(anyObject);
const penalty = z.nullish(decimal(-2, 2));

/** What an answer may contain beside what it always contains. */
export const includable = [
  "file_search_call.results",
  "web_search_call.results",
  "web_search_call.action.sources",
  "message.input_image.image_url",
  "computer_call_output.output.image_url",
  "code_interpreter_call.outputs",
  "reasoning.encrypted_content",
  "message.output_text.logprobs",
] as const;

const input = z.custom<string | readonly InputItem[]>(
  (value) => typeof value === "string" || Array.isArray(value),
);

/** A conversation that the vendor keeps, by its id. */
const conversation = z.custom<string | { readonly id: string }>(
  (value) => typeof value === "string" || (isObject(value) && typeof value.id === "string"),
);

/**
 * The body of a request, without the items of its lists, which are checked one by one. The members after
 * `model` and `input` are in the order in which the vendor checks them.
 */
export const requestHead = z.looseObject({
  model: z.string(),
  input,
  previous_response_id: text,
  prompt: object,
  moderation: object,
  include: z.nullish(z.array(z.enum(includable))),
  tools: z.nullish(anyList<RequestTool>()),
  tool_choice: z.nullish(toolChoiceHead),
  metadata: z.nullish(z.record(z.string(), z.string())),
  text: z.nullish(textOptions),
  temperature: z.nullish(decimal(0, 2)),
  top_p: z.nullish(decimal(0, 1)),
  presence_penalty: penalty,
  frequency_penalty: penalty,
  parallel_tool_calls: flag,
  stream: flag,
  stream_options: z.nullish(z.looseObject({ include_obfuscation: flag })),
  background: flag,
  max_output_tokens: z.nullish(z.int().check(z.minimum(16))),
  max_tool_calls: z.nullish(z.int().check(z.minimum(1))),
  reasoning: z.nullish(reasoningOptions),
  user: text,
  safety_identifier: text,
  prompt_cache_options: object,
  prompt_cache_key: text,
  prompt_cache_retention: text,
  truncation: z.nullish(z.enum(["auto", "disabled"])),
  instructions: text,
  store: flag,
  service_tier: text,
  top_logprobs: z.nullish(z.int().check(z.minimum(0), z.maximum(20))),
  context_management: z.nullish(z.array(anyObject)),
  conversation: z.nullish(conversation),
});

/** Every member of the body that the format knows. */
export const knownFields: ReadonlySet<string> = new Set(Object.keys(requestHead.shape));

/** The body of a request, once it is validated. `null` means the same as absent. */
export type ResponsesRequest = Inferred<typeof requestHead>;
