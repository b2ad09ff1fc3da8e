import type { Conversation } from "../../../conversation/conversation.js";
import type { ParsedRequest } from "../../format.js";
import type { MessagesRequest } from "../wire/types.js";
import { parseConversation, type RequestSource } from "./body.js";

/** A validated body as the service handles it. Its conversation is created once, on first use. */
export function toParsedRequest(
  request: MessagesRequest,
  source: RequestSource = {},
): ParsedRequest {
  let conversation: Conversation | undefined;
  return {
    model: request.model,
    stream: request.stream === true,
    body: request,
    maxTokens: request.max_tokens,
    choices: 1,
    conversation() {
      conversation ??= parseConversation(request, source);
      return conversation;
    },
  };
}
