import type { OpenedBlock, StartEvent } from "../../../conversation/events.js";
import type { Ids } from "../../../runtime/ids.js";
import type { Message } from "../schemas/response.js";
import { formatName } from "../wire/names.js";
import { toStartUsage } from "./usage.js";

/**
 * The id of a message: the id of the upstream's reply with this format's prefix, or a fresh one.
 */
export function toMessageId(upstreamId: string | undefined, ids: Ids): string {
  return upstreamId === undefined ? ids.create("msg_01", 22) : `msg_${upstreamId}`;
}

/** Whether this format can show a block; it cannot show native blocks of other formats. */
export function isNativeHere(block: OpenedBlock): boolean {
  return block.type !== "native" || block.format === formatName;
}

/** The message in `message_start`: without content and without a stop reason. */
export function toMessageStart(start: StartEvent, ids: Ids): Message {
  return toMessage(start.model, toMessageId(start.id, ids), {
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: toStartUsage(start.usage, start.serviceTier),
  });
}

/** A message with all its members, in the order of the real service. */
export function toMessage(
  model: string,
  id: string,
  parts: Pick<Message, "content" | "stop_reason" | "stop_sequence" | "stop_details" | "usage">,
): Message {
  return {
    model,
    id,
    type: "message",
    role: "assistant",
    content: parts.content,
    container: null,
    stop_reason: parts.stop_reason,
    stop_sequence: parts.stop_sequence,
    stop_details: parts.stop_details,
    usage: parts.usage,
    diagnostics: null,
  };
}
