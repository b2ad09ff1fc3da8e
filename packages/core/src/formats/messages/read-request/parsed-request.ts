import { keepResult, runAtOnce } from "../../../runtime/steps.js";
import type { ParsedRequest } from "../../format.js";
import { sessionOfUserId } from "../../session-id.js";
import type { MessagesRequest } from "../schemas/whole.js";
import { parseConversation, type RequestSource, toEndUser } from "./body.js";

/** A validated body as the service handles it. Its conversation is created once, on first use. */
export function toParsedRequest(
  request: MessagesRequest,
  source: RequestSource = {},
): ParsedRequest {
  const endUser = toEndUser(request);
  const readConversation = keepResult(() => parseConversation(request, source));
  return {
    model: request.model,
    stream: request.stream === true,
    body: request,
    maxTokens: request.max_tokens,
    choices: 1,
    endUser,
    sessionId: endUser === undefined ? undefined : sessionOfUserId(endUser),
    conversation: () => runAtOnce(readConversation()),
    readConversation,
  };
}
