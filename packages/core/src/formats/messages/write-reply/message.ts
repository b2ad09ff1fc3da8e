import type { OpenedBlock, StartEvent } from "../../../conversation/events.js";
import type { Ids } from "../../../runtime/ids.js";
import type { Message } from "../wire/types.js";
import { formatName } from "../wire/types.js";
import { toStartUsage } from "./usage.js";

/** The id of a message: that of the upstream's reply under this wire's prefix, or a fresh one. */
export function toMessageId(upstreamId: string | undefined, ids: Ids): string {
  return upstreamId === undefined ? ids.create("msg_01", 22) : `msg_${upstreamId}`;
}

/** Whether this wire can show a block; native blocks of other formats have no place in it. */
export function isNativeHere(block: OpenedBlock): boolean {
  return block.type !== "native" || block.format === formatName;
}

/** The message as `message_start` carries it: without content, without a reason for its end. */
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
