import type { StopReason } from "../conversation/events.js";
import type { FinishReason } from "./types.js";

const finishReasons: Readonly<Record<Exclude<StopReason, "refusal">, FinishReason>> = {
  end: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  context_window: "length",
  tool_calls: "tool_calls",
  content_filter: "content_filter",
  pause: "stop",
  other: "stop",
};

/**
 * The finish reason of a choice. A refusal that was written out is an ordinary message with its
 * `refusal` member filled; one without words is `content_filter`, so that no client takes the
 * empty answer for a good one.
 */
export function toFinishReason(reason: StopReason, hasRefusal: boolean): FinishReason {
  if (reason === "refusal") return hasRefusal ? "stop" : "content_filter";
  return finishReasons[reason];
}
