import type { StopEvent } from "@diglot/core";
import { type JsonObject, toObject } from "@diglot/core/formats";

/** What a reply contains, as far as its end depends on it. */
export interface ReplyContent {
  readonly hasCalls: boolean;
  /** The text of its refusal; empty if there is none. */
  readonly refusal: string;
}

/** Why a response has ended. This format has no reason for a natural end: its content tells it. */
export function toStop(response: JsonObject, { hasCalls, refusal }: ReplyContent): StopEvent {
  const type = "stop";
  if (response.status === "incomplete") {
    const { reason } = toObject(response.incomplete_details);
    if (reason === "max_output_tokens") return { type, reason: "max_tokens", native: reason };
    if (reason === "content_filter") return { type, reason: "content_filter", native: reason };
    return { type, reason: "other", ...(typeof reason === "string" && { native: reason }) };
  }
  if (hasCalls) return { type, reason: "tool_calls" };
  if (refusal === "") return { type, reason: "end" };
  return { type, reason: "refusal", refusal: { category: null, explanation: refusal } };
}
