import type { StopEvent, StopReason } from "../../../conversation/events.js";
import type { Message, StopDetails } from "../schemas/response.js";

/** The wire's word for each neutral reason; `other` is written with its native name. */
const wireReasons: Readonly<Record<Exclude<StopReason, "other">, string>> = {
  end: "end_turn",
  max_tokens: "max_tokens",
  stop_sequence: "stop_sequence",
  tool_calls: "tool_use",
  refusal: "refusal",
  content_filter: "refusal",
  pause: "pause_turn",
  context_window: "model_context_window_exceeded",
};

/** Reasons that only this wire has, under their own names. */
const nativeReasons: ReadonlySet<string> = new Set(["compaction"]);

/** The neutral reason for each of the wire's words. */
const neutralReasons: ReadonlyMap<string, StopReason> = new Map([
  ["end_turn", "end"],
  ["max_tokens", "max_tokens"],
  ["stop_sequence", "stop_sequence"],
  ["tool_use", "tool_calls"],
  ["refusal", "refusal"],
  ["pause_turn", "pause"],
  ["model_context_window_exceeded", "context_window"],
]);

/** The neutral reason for a word of the wire; an unknown word becomes `other`. */
export function fromStopReason(reason: string): StopReason {
  return neutralReasons.get(reason) ?? "other";
}

/** The end of a reply in the words of the wire, as in `message_delta` and the JSON body. */
export function toStop(
  stop: StopEvent,
): Pick<Message, "stop_reason" | "stop_sequence" | "stop_details"> {
  return {
    stop_reason: toStopReason(stop),
    stop_sequence: stop.sequence ?? null,
    stop_details: toStopDetails(stop),
  };
}

/** A reason without a counterpart is written as a plain end: clients only know the closed list. */
function toStopReason({ reason, native }: StopEvent): string {
  if (reason !== "other") return wireReasons[reason];
  return native !== undefined && nativeReasons.has(native) ? native : "end_turn";
}

function toStopDetails({ reason, refusal }: StopEvent): StopDetails | null {
  if (reason !== "refusal" && reason !== "content_filter") return null;
  return {
    type: "refusal",
    category: refusal?.category ?? null,
    explanation: refusal?.explanation ?? null,
  };
}
