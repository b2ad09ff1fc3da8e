import type { StopEvent, StopReason } from "../../../conversation/events.js";
import type { FinishReason } from "./types.js";

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

/** What the message of a reply holds, as far as its finish reason depends on it. */
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
 * empty answer for a good one. Agents wait for ever for calls that are announced and not there, so
 * the calls themselves decide about `tool_calls`, and about reasons that are not known.
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

/** What some servers say of a reply that failed. */
const failedReasons: ReadonlySet<string> = new Set([
  "error",
  "abort",
  "insufficient_system_resource",
]);

/** The upstream's own finish reasons, where they are not the wire's. */
export type FinishReasons = Readonly<Record<string, string>>;

/** What a finish reason means: a neutral reason, that the reply failed, or nothing that is known. */
export function fromFinishReason(
  reason: string,
  own: FinishReasons,
): StopReason | "failed" | undefined {
  const wire = (Object.hasOwn(own, reason) ? own[reason] : undefined) ?? reason;
  return neutralReasons.get(wire) ?? (failedReasons.has(wire) ? "failed" : undefined);
}

/** What a reply is made of, as far as its stop reason depends on it. */
export interface ReplyFacts {
  readonly hasCalls: boolean;
  /** The text of its refusal; empty: none. */
  readonly refusal: string;
  /** The stop sequence that matched, if it is one that was asked for. */
  readonly sequence: string | undefined;
}

/**
 * The end of a reply. Calls count for more than the word `stop`, which many servers send behind
 * them. A reply that was cut never becomes one that ends for its calls: they may be cut too.
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
