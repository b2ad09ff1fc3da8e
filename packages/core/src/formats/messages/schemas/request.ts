import * as z from "zod/mini";
import { anyList } from "../../../validation/any-list.js";
import { otherThan } from "../../../validation/other-than.js";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject, cacheControl } from "./common.js";
import { content } from "./content.js";
import { anyTool, anyToolChoice, toolChoiceHead } from "./tools.js";

const typed = z.looseObject({ type: z.string() });
const thinkingHead = z.looseObject({ type: z.string(), display: z.nullish(z.string()) });
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

/** One message. Only one with the role `system` may have no content. */
const message = z.extend(messageHead, { content: z.optional(content) });

const anyThinking = z.union([
  z.extend(enabledThinking, { type: z.literal("enabled") }),
  z.extend(thinkingHead, { type: otherThan(["enabled"]) }),
]);

/** The members whose items and kinds are checked one by one. */
const wholes = {
  messages: z.array(message).check(z.minLength(1)),
  system: z.nullish(content),
  stop_sequences: z.nullish(z.array(z.string())),
  tools: z.nullish(z.array(anyTool)),
  tool_choice: z.nullish(anyToolChoice),
  thinking: z.nullish(anyThinking),
};

/** The whole body of `POST /v1/messages`. */
export const request = z.extend(requestHead, wholes);

/** The whole body of `POST /v1/messages/count_tokens`. */
export const countTokensRequest = z.extend(countTokensHead, wholes);

/** One message of a request. */
export type MessageParam = Inferred<typeof message>;

/** The body of `POST /v1/messages`, or of the token counter, which needs no `max_tokens`. */
export type MessagesRequest = Inferred<typeof countTokensRequest> & {
  readonly max_tokens?: number | undefined;
};
