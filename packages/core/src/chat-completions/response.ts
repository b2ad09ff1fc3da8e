import type { JsonObject } from "../conversation/conversation.js";
import type { FoldedBlock, FoldedReply } from "../conversation/fold.js";
import type { AnswerContext } from "../format.js";
import { toServiceTier } from "./service-tier.js";
import { toFinishReason } from "./stop-reason.js";
import { customToolNames, toToolCall } from "./tool-calls.js";
import { type ChatCompletion, type CompletionMessage, formatName, requestOf } from "./types.js";
import { toUsage } from "./usage.js";

/** What a reply and all chunks of a stream have in common. */
export function createReplyHead(context: AnswerContext): { id: string; created: number } {
  return {
    id: context.ids.create("chatcmpl-", 29),
    created: Math.floor(context.clock.now() / 1000),
  };
}

/** The JSON body of a whole reply. Its message equals the joined deltas of the same stream. */
export function toResponse(reply: FoldedReply, context: AnswerContext): ChatCompletion {
  const { id, created } = createReplyHead(context);
  const message = toMessage(reply.blocks, context);
  return {
    id,
    object: "chat.completion",
    created,
    model: reply.model,
    choices: [
      {
        index: 0,
        message,
        logprobs: null,
        finish_reason: toFinishReason(reply.stop.reason, message.refusal !== null),
      },
    ],
    usage: toUsage(reply.usage),
    service_tier: toServiceTier(requestOf(context.request)),
    system_fingerprint: null,
  };
}

function toMessage(blocks: readonly FoldedBlock[], context: AnswerContext): CompletionMessage {
  const customNames = customToolNames(requestOf(context.request));
  const calls = blocks.flatMap((block) => toToolCall(block, customNames) ?? []);
  const refusal = joinText(blocks, "refusal");
  const shown = context.settings.chatCompletions.reasoning === "reasoning_content";
  const thoughts = shown ? joinText(blocks, "thinking") : undefined;
  // Where nothing was said the vendor sends "", but null beside calls or a refusal.
  const silent = calls.length > 0 || refusal !== null ? null : "";
  return {
    role: "assistant",
    content: joinText(blocks, "text") ?? silent,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    refusal,
    annotations: toAnnotations(blocks),
    ...(thoughts ? { reasoning_content: thoughts } : {}),
  };
}

/** The text of all blocks of a type, or null if there is no such block. */
function joinText(
  blocks: readonly FoldedBlock[],
  type: "text" | "thinking" | "refusal",
): string | null {
  const texts = blocks.filter((block) => block.opened.type === type).map((block) => block.text);
  return texts.length > 0 ? texts.join("") : null;
}

function toAnnotations(blocks: readonly FoldedBlock[]): JsonObject[] {
  return blocks
    .flatMap((block) => block.citations)
    .filter((citation) => citation.format === formatName)
    .map((citation) => citation.value);
}
