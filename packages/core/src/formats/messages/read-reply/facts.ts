import { noReplyFacts, type ReplyFacts } from "../../../conversation/reply-facts.js";
import { isObject, toObject } from "../../../json/value.js";

/** What a message says of itself; its stop reason is missing at the beginning of a stream. */
export function readReplyFacts(message: unknown): ReplyFacts {
  if (!isObject(message)) return noReplyFacts;
  const { id, model } = message;
  return {
    ...noReplyFacts,
    ...(typeof id === "string" && { id }),
    ...(typeof model === "string" && { model }),
    ...toFinishReasons(message),
  };
}

/** The stop reason of a message or of a message delta; nothing without one. */
export function toFinishReasons(part: unknown): Partial<ReplyFacts> {
  const { stop_reason: reason } = toObject(part);
  return typeof reason === "string" && reason !== "" ? { finishReasons: [reason] } : {};
}
