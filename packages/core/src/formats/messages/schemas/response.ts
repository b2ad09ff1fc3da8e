import * as z from "zod/mini";
import { otherThan } from "../../../validation/other-than.js";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject } from "./common.js";

const count = z.int().check(z.minimum(0));

/** How often each kind of server tool ran. */
const serverToolUsage = z.looseObject({ web_search_requests: count, web_fetch_requests: count });

/** The counts in `message_delta`: cumulative, for the whole message. */
export const messageDeltaUsage = z.looseObject({
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
  server_tool_use: z.optional(serverToolUsage),
  output_tokens_details: z.optional(z.looseObject({ thinking_tokens: count })),
});

/** The counts of a complete message. `input_tokens` includes neither cache reads nor cache writes. */
const messageUsage = z.extend(messageDeltaUsage, {
  cache_creation: z.looseObject({
    ephemeral_5m_input_tokens: count,
    ephemeral_1h_input_tokens: count,
  }),
  service_tier: z.string(),
  inference_geo: z.string(),
});

const textBlock = z.looseObject({
  type: z.literal("text"),
  text: z.string(),
  citations: z.nullish(z.array(anyObject)),
});
const thinkingBlock = z.looseObject({
  type: z.literal("thinking"),
  thinking: z.string(),
  signature: z.string(),
});
const redactedThinkingBlock = z.looseObject({
  type: z.literal("redacted_thinking"),
  data: z.string(),
});
const toolUseBlock = z.looseObject({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: anyObject,
  caller: z.looseObject({ type: z.literal("direct") }),
});
const otherBlock = z.looseObject({
  type: otherThan(["text", "thinking", "redacted_thinking", "tool_use"]),
});

/** A block of a reply. */
export const contentBlock = z.union([
  textBlock,
  thinkingBlock,
  redactedThinkingBlock,
  toolUseBlock,
  otherBlock,
]);

/** More about a refusal. */
const stopDetails = z.looseObject({
  type: z.literal("refusal"),
  category: z.nullable(z.string()),
  explanation: z.nullable(z.string()),
});

/** How a message ended; all members are null as long as it has not. */
export const messageEnd = z.looseObject({
  stop_reason: z.nullable(z.string()),
  stop_sequence: z.nullable(z.string()),
  stop_details: z.nullable(stopDetails),
});

/** A complete reply, or its beginning in `message_start`. */
export const message = z.extend(messageEnd, {
  model: z.string(),
  id: z.string(),
  type: z.literal("message"),
  role: z.literal("assistant"),
  content: z.array(contentBlock),
  container: z.nullable(anyObject),
  usage: messageUsage,
  diagnostics: z.nullable(anyObject),
});

/** The answer of `POST /v1/messages/count_tokens`. */
export const tokenCount = z.looseObject({ input_tokens: count });

/** How often each kind of server tool ran. */
export type ServerToolUsage = Inferred<typeof serverToolUsage>;

/** The counts in `message_delta`. */
export type MessageDeltaUsage = Inferred<typeof messageDeltaUsage>;

/** The counts of a complete message. */
export type MessageUsage = Inferred<typeof messageUsage>;

/** More about a refusal. */
export type StopDetails = Inferred<typeof stopDetails>;

/** A block of a reply. */
export type ContentBlock = Inferred<typeof contentBlock>;

/** A complete reply, or its beginning in `message_start`. */
export type Message = Inferred<typeof message>;
