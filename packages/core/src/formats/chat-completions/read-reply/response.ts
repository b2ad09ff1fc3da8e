import type { ConversationEvent } from "../../../conversation/events.js";
import { badReply } from "../../../errors/bad-reply.js";
import { isObject } from "../../../json/value.js";
import { hasMessage, isFailure } from "./chunk.js";
import type { ReadReplyContext } from "./context.js";
import { createReplyReader } from "./reader.js";

/**
 * A JSON answer as events. It is read as a stream of one chunk, so both forms mean the same.
 * @throws ServiceError `upstream_bad_response` if it is not a completion, or the error that it contains
 */
export function parseResponse(
  body: unknown,
  context: ReadReplyContext,
): readonly ConversationEvent[] {
  if (isObject(body) && !isFailure(body) && !hasMessage(body)) {
    throw badReply("The answer has no message.");
  }
  const reader = createReplyReader(context);
  return [...reader.read(body, true), ...reader.conclude("answer")];
}
