import * as z from "zod/mini";
import { anyList } from "../../../validation/any-list.js";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject, tagged, text } from "./common.js";
import type { RequestMessage } from "./messages.js";
import { legacyFunction, type RequestTool, toolChoiceHead } from "./tools.js";

/** A number from one limit to another. The first one that is out of range ends the check of a list. */
function decimal(minimum: number, maximum: number) {
  return z.number().check(z.minimum(minimum, { abort: true }), z.maximum(maximum, { abort: true }));
}

const flag = z.nullish(z.boolean());
const limit = z.nullish(z.int().check(z.minimum(1)));
const penalty = z.nullish(decimal(-2, 2));
const object = z.nullish(anyObject);

/** Integers beyond the safe range are accepted, although they arrive rounded. */
const int64 = z.number().check(({ value: input, issues }) => {
  if (!Number.isInteger(input)) issues.push({ code: "invalid_type", expected: "int", input });
});

/** The form that the reply's text should have. Some clients put `schema` beside `json_object`. */
const responseFormat = z.extend(tagged, {
  json_schema: z.optional(
    z.looseObject({
      name: z.string(),
      description: z.optional(z.unknown()),
      schema: object,
      strict: flag,
    }),
  ),
});

/**
 * The body of a request, without the items of its lists. `validate/body.ts` checks those one by one,
 * and the members after `model` and `messages` in the order of the vendor, which is that of this list;
 * members that the vendor does not list come last.
 */
export const requestHead = z.looseObject({
  model: z.string().check(z.minLength(1)),
  messages: anyList<RequestMessage>(),
  functions: z.nullish(z.array(legacyFunction)),
  function_call: z.nullish(z.union([z.string(), anyObject])),
  tools: z.nullish(anyList<RequestTool>()),
  tool_choice: z.nullish(toolChoiceHead),
  parallel_tool_calls: flag,
  max_completion_tokens: limit,
  n: z.nullish(z.int().check(z.minimum(1), z.maximum(128))),
  temperature: z.nullish(decimal(0, 2)),
  top_p: z.nullish(decimal(0, 1)),
  presence_penalty: penalty,
  frequency_penalty: penalty,
  logprobs: flag,
  top_logprobs: z.nullish(z.int().check(z.minimum(0), z.maximum(20))),
  user: text,
  seed: z.nullish(int64),
  moderation: object,
  safety_identifier: text,
  prompt_cache_options: object,
  prompt_cache_key: text,
  prompt_cache_retention: text,
  response_format: z.nullish(responseFormat),
  service_tier: text,
  max_tokens: limit,
  reasoning_effort: text,
  logit_bias: z.nullish(z.catchall(z.object({}), decimal(-100, 100))),
  stop: z.nullish(z.union([z.string(), z.array(z.string())])),
  stream: flag,
  stream_options: z.nullish(z.looseObject({ include_usage: flag, include_obfuscation: flag })),
  store: flag,
  metadata: object,
  prediction: object,
  verbosity: text,
  modalities: z.nullish(z.array(z.string())),
  audio: object,
  web_search_options: object,
});

/** Every member of the body that the format itself knows. */
export const knownFields: ReadonlySet<string> = new Set(Object.keys(requestHead.shape));

/** The body of a request, once it is validated. `null` means the same as absent. */
export type ChatCompletionRequest = Inferred<typeof requestHead>;

/** The form that the reply's text should have. */
export type ResponseFormat = Inferred<typeof responseFormat>;
