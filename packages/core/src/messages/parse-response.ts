import type { ConversationEvent } from "../conversation/events.js";
import type { ParseContext } from "../upstream-format.js";
import { createEventReader, isError } from "./parse-stream.js";
import { isObject, malformed } from "./wire-value.js";

/**
 * A whole message as events. It is read as the stream of one event that holds all of it, so that
 * JSON and streams cannot differ.
 * @throws ServiceError `upstream_bad_response` if it is no message, or what an error body means
 */
export function parseResponse(body: unknown, context: ParseContext): readonly ConversationEvent[] {
  if (!isObject(body)) throw malformed("The body is not a JSON object.");
  const reader = createEventReader(context);
  if (isError(body)) return reader.read(body);
  if (!Array.isArray(body.content)) throw malformed("The message has no list of content.");
  return [
    ...reader.read({ type: "message_start", message: body }),
    ...reader.read({ type: "message_stop" }),
  ];
}
