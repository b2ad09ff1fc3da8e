import * as z from "zod/mini";
import { anyList } from "../../../validation/any-list.js";
import { anyObject, cacheControl } from "./common.js";
import { toolChoiceHead } from "./tools.js";

const typed = z.looseObject({ type: z.string() });
export const thinkingHead = z.looseObject({ type: z.string(), display: z.nullish(z.string()) });
const share = z.number().check(z.minimum(0), z.maximum(1));

/**
 * The body of a request, without the items of its lists. `validate/body.ts` checks those one by one,
 * and lets the number of items decide first.
 */
export const requestHead = z.looseObject({
  model: z.string().check(z.minLength(1)),
  messages: anyList().check(z.minLength(1)),
  max_tokens: z.int().check(z.minimum(0)),
  stream: z.nullish(z.boolean()),
  stop_sequences: z.nullish(anyList()),
  tools: z.nullish(anyList()),
  tool_choice: z.nullish(toolChoiceHead),
  thinking: z.nullish(thinkingHead),
  output_config: z.nullish(
    z.looseObject({ effort: z.nullish(z.string()), format: z.nullish(typed) }),
  ),
  output_format: z.nullish(typed),
  metadata: z.nullish(z.looseObject({ user_id: z.nullish(z.string()) })),
  service_tier: z.nullish(z.string()),
  cache_control: z.nullish(cacheControl),
  inference_geo: z.nullish(z.string()),
  temperature: z.nullish(share),
  top_p: z.nullish(share),
  top_k: z.nullish(z.int().check(z.minimum(0))),
});

/** The body for the token counter, which ignores `max_tokens`. */
export const countTokensHead = z.omit(requestHead, { max_tokens: true });

/** `thinking` of type `enabled`. The smallest budget is 1,024 tokens. */
export const enabledThinking = z.extend(thinkingHead, {
  budget_tokens: z.int().check(z.minimum(1024)),
});

/** `output_config.format` of type `json_schema`. */
export const jsonSchemaFormat = z.looseObject({ schema: anyObject });

/** One message, without its content. */
export const messageHead = z.looseObject({ role: z.string() });
