import { type ModelYield, stop } from "@diglot/core";
import { brokenOff } from "@diglot/core/frameworks";
import type { Chunk } from "./chunk.js";

/** Why a reply ended, in the words of its provider. */
export interface Finish {
  readonly reason: string;
  readonly sequence: string | undefined;
}

type Reason = Parameters<typeof stop>[0];

/** The words of providers. Those for an ordinary end are not here: it follows from what was yielded. */
const reasons: ReadonlyMap<string, Reason> = new Map<string, Reason>([
  ["length", "max_tokens"],
  ["max_tokens", "max_tokens"],
  ["max_output_tokens", "max_tokens"],
  ["MAX_TOKENS", "max_tokens"],
  ["content_filter", "content_filter"],
  ["SAFETY", "content_filter"],
  ["RECITATION", "content_filter"],
  ["BLOCKLIST", "content_filter"],
  ["PROHIBITED_CONTENT", "content_filter"],
  ["SPII", "content_filter"],
  ["refusal", "refusal"],
  ["stop_sequence", "stop_sequence"],
  ["pause_turn", "pause"],
  ["model_context_window_exceeded", "context_window"],
]);

/** The reason in a chunk, if it has one. The Responses API has a status, and a reason for an early end alone. */
export function readFinish({
  response_metadata = {},
  additional_kwargs = {},
}: Chunk): Finish | undefined {
  const { stop_reason, finish_reason, finishReason, done_reason, incomplete_details, status } =
    response_metadata;
  const { reason: early } = Object(incomplete_details) as { reason?: unknown };
  const given = [
    ...[additional_kwargs.stop_reason, stop_reason, finish_reason, finishReason, done_reason],
    ...[early, status],
  ];
  const reason = given.find((word) => typeof word === "string");
  if (typeof reason !== "string") return undefined;
  const sequence = additional_kwargs.stop_sequence ?? response_metadata.stop_sequence;
  return { reason, sequence: typeof sequence === "string" ? sequence : undefined };
}

/** The end of a reply; nothing if its reason follows from what was yielded. */
export function toStop(finish: Finish | undefined): readonly ModelYield[] {
  const reason = reasons.get(finish?.reason ?? "");
  if (reason === undefined) return [];
  return [stop(reason, { sequence: finish?.sequence })];
}

/** Providers that always report why a reply ended. Their classes treat a stream that breaks off as complete. */
const reportingProviders: ReadonlySet<unknown> = new Set(["openai", "anthropic"]);

/**
 * Makes sure that a message is whole.
 * @param message a piece of it, or all of it
 * @throws ServiceError `upstream_bad_response` for one without an end
 */
export function assertEnded(message: Chunk | undefined, finish: Finish | undefined): void {
  if (finish || !reportingProviders.has(message?.response_metadata?.model_provider)) return;
  throw brokenOff();
}
