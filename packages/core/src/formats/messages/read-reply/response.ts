import type { ConversationEvent } from "../../../conversation/events.js";
import { badReply } from "../../../errors/bad-reply.js";
import { RawJson } from "../../../json/raw.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import type { ContentBlockParam } from "../schemas/content.js";
import { findRawReplyInputs } from "../wire/raw-inputs.js";
import { isFailure } from "../wire/value.js";
import type { ReadReplyContext } from "./context.js";
import { createReplyReader } from "./reader.js";

/**
 * A complete message as events. It is read as a stream with one event that holds all of it, so that
 * JSON and streams cannot differ.
 * @param bytes the text that the body was parsed from, for arguments of calls that JavaScript
 * cannot hold
 * @throws ServiceError `upstream_bad_response` if it is not a message, or the error that an error
 * body describes
 */
export function parseResponse(
  body: unknown,
  context: ReadReplyContext,
  bytes?: Uint8Array,
): readonly ConversationEvent[] {
  if (!isObject(body)) throw badReply("The body is not a JSON object.");
  const reader = createReplyReader(context);
  if (isFailure(body)) return reader.read(body);
  if (!Array.isArray(body.content)) throw badReply("The message has no list of content.");
  return [
    ...reader.read({ type: "message_start", message: bytes ? withRawInputs(body, bytes) : body }),
    ...reader.read({ type: "message_stop" }),
  ];
}

/** The message with the original JSON text of its calls' inputs. */
function withRawInputs(body: JsonObject, bytes: Uint8Array): JsonObject {
  const content = body.content as readonly unknown[];
  if (!content.every(isBlock)) return body;
  const inputs = findRawReplyInputs({ content }, bytes);
  if (inputs.size === 0) return body;
  const toRaw = (block: ContentBlockParam) => {
    const input = inputs.get(block);
    return input === undefined ? block : { ...block, input: new RawJson(input) };
  };
  return { ...body, content: content.map(toRaw) };
}

function isBlock(value: unknown): value is ContentBlockParam {
  return isObject(value) && typeof value.type === "string";
}
