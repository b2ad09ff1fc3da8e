import type { Conversation } from "../conversation/conversation.js";
import type { ParsedRequest } from "../format.js";
import { parseConversation } from "./parse-request.js";
import type { MessagesRequest } from "./types.js";

/** A validated body as the service handles it; its conversation is made once, on first use. */
export function toParsedRequest(request: MessagesRequest): ParsedRequest {
  let conversation: Conversation | undefined;
  return {
    model: request.model,
    stream: request.stream === true,
    body: request,
    maxTokens: request.max_tokens,
    conversation() {
      conversation ??= parseConversation(request);
      return conversation;
    },
  };
}
