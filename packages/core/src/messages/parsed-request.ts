import type { Conversation } from "../conversation/conversation.js";
import type { ParsedRequest } from "../format.js";
import { parseConversation } from "./parse-request.js";
import type { MessagesRequest } from "./types.js";

/**
 * A validated body as the service handles it; its conversation is made once, on first use.
 * `bytes` are what the body was parsed from, for what JavaScript cannot hold.
 */
export function toParsedRequest(request: MessagesRequest, bytes?: Uint8Array): ParsedRequest {
  let conversation: Conversation | undefined;
  return {
    model: request.model,
    stream: request.stream === true,
    body: request,
    maxTokens: request.max_tokens,
    conversation() {
      conversation ??= parseConversation(request, bytes);
      return conversation;
    },
  };
}
