import type { Conversation, JsonObject } from "../conversation/conversation.js";
import type { ParsedRequest } from "../format.js";
import { restOf } from "./parse-content.js";
import { parseMessages } from "./parse-messages.js";
import { parseOutput, parseToolChoice, parseTools } from "./parse-tools.js";
import type { ChatCompletionRequest } from "./types.js";

/** Members that have a place of their own in a conversation, or that only say how to answer. */
const usedFields = [
  "model",
  "messages",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_completion_tokens",
  "max_tokens",
  "stop",
  "temperature",
  "top_p",
  "seed",
  "reasoning_effort",
  "response_format",
  "user",
  "stream",
  "stream_options",
];

/** A validated body as a request. Its conversation is read when it is first asked for. */
export function toParsedRequest(request: ChatCompletionRequest): ParsedRequest {
  let conversation: Conversation | undefined;
  return {
    model: request.model,
    stream: request.stream === true,
    body: request,
    maxTokens: toMaxTokens(request),
    conversation() {
      conversation ??= parseConversation(request);
      return conversation;
    },
  };
}

/** The request in neutral words. `null` is the same as absent; nothing the caller sent is lost. */
export function parseConversation(request: ChatCompletionRequest): Conversation {
  const { reasoning_effort: effort, stop } = request;
  return {
    model: request.model,
    ...parseMessages(request.messages),
    tools: parseTools(request),
    toolChoice: parseToolChoice(request.tool_choice),
    parallelToolCalls: request.parallel_tool_calls ?? undefined,
    maxTokens: toMaxTokens(request),
    stopSequences: typeof stop === "string" ? [stop] : (stop ?? []),
    temperature: request.temperature ?? undefined,
    topP: request.top_p ?? undefined,
    topK: typeof request.top_k === "number" ? request.top_k : undefined,
    seed: request.seed ?? undefined,
    reasoning: typeof effort === "string" ? { effort } : undefined,
    output: parseOutput(request.response_format),
    serviceTier: undefined,
    cache: undefined,
    userId: request.user ?? request.safety_identifier ?? undefined,
    extensions: toExtensions(request),
  };
}

/** The newer of the two names wins. */
function toMaxTokens(request: ChatCompletionRequest): number | undefined {
  return request.max_completion_tokens ?? request.max_tokens ?? undefined;
}

function toExtensions(request: ChatCompletionRequest): JsonObject {
  const used = typeof request.top_k === "number" ? [...usedFields, "top_k"] : usedFields;
  const rest = Object.entries(restOf(request, used) ?? {});
  return Object.fromEntries(rest.filter(([, value]) => value !== null));
}
