import type { StopEvent, StopReason } from "../../../conversation/events.js";
import type { FinishReason } from "../schemas/response.js";

const finishReasons: Readonly<
  Record<Exclude<StopReason, "refusal" | "tool_calls" | "other">, FinishReason>
> = {
  end: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  context_window: "length",
  content_filter: "content_filter",
  pause: "stop",
};

/** The content of a reply's message, as far as its finish reason depends on it. */
export interface ShownContent {
  /** Whether the model has written a refusal. */
  readonly hasRefusal: boolean;
  readonly hasCalls: boolean;
  /** Whether the call is one of a function, as it was before there were tools. @default false */
  readonly asFunction?: boolean | undefined;
}

/**
 * The finish reason of a choice. A refusal that was written out is an ordinary message with its
 * `refusal` member filled; one without words is `content_filter`, so that no client takes the
 * empty answer for a good one. Agents wait for ever for calls that are announced but missing, so the
 * calls themselves decide about `tool_calls`, and about unknown reasons.
 */
export function toFinishReason(
  reason: StopReason,
  { hasRefusal, hasCalls, asFunction }: ShownContent,
): FinishReason {
  if (reason === "refusal") return hasRefusal ? "stop" : "content_filter";
  if (reason === "tool_calls" || reason === "other") {
    if (!hasCalls) return "stop";
    return asFunction ? "function_call" : "tool_calls";
  }
  return finishReasons[reason];
}

/** The neutral reason for each of the wire's words. */
const neutralReasons: ReadonlyMap<string, StopReason> = new Map([
  ["stop", "end"],
  ["length", "max_tokens"],
  ["tool_calls", "tool_calls"],
  ["function_call", "tool_calls"],
  ["content_filter", "content_filter"],
]);

/** The finish reasons of some servers for a reply that failed. */
const failedReasons: ReadonlySet<string> = new Set([
  "error",
  "abort",
  "insufficient_system_resource",
]);

/** The upstream's own finish reasons, where they are not the wire's. */
export type FinishReasons = Readonly<Record<string, string>>;

/** The meaning of a finish reason: a neutral reason, a failed reply, or unknown. */
export function fromFinishReason(
  reason: string,
  own: FinishReasons,
): StopReason | "failed" | undefined {
  const wire = (Object.hasOwn(own, reason) ? own[reason] : undefined) ?? reason;
  return neutralReasons.get(wire) ?? (failedReasons.has(wire) ? "failed" : undefined);
}

/** The content of a reply, as far as its stop reason depends on it. */
export interface ReplyFacts {
  readonly hasCalls: boolean;
  /** The text of its refusal; empty if there is no refusal. */
  readonly refusal: string;
  /** The stop sequence that matched, if it was requested. */
  readonly sequence: string | undefined;
}

/**
 * The end of a reply. Calls outweigh the word `stop`, which many servers send behind them. A reply that
 * was cut never ends with `tool_calls`, because its calls may be cut too.
 */
export function toStopEvent(
  reason: StopReason | undefined,
  { hasCalls, refusal, sequence }: ReplyFacts,
): StopEvent {
  const type = "stop";
  const details = { category: null, explanation: refusal === "" ? null : refusal };
  if (reason === "max_tokens") return { type, reason };
  if (reason === "content_filter") return { type, reason, refusal: details };
  if (hasCalls) return { type, reason: "tool_calls" };
  if (sequence !== undefined) return { type, reason: "stop_sequence", sequence };
  return refusal === "" ? { type, reason: "end" } : { type, reason: "refusal", refusal: details };
}
