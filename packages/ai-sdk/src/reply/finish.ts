import { type ModelYield, stop } from "@diglot/core";
import { brokenOff } from "@diglot/core/frameworks";

/** Why a reply ended, in the words of the AI SDK and of the provider. */
export interface Finish {
  readonly reason: string;
  readonly raw: string | undefined;
  /** The stop sequence, where the provider names it. */
  readonly sequence?: string | undefined;
}

type Reason = Parameters<typeof stop>[0];

/** Reasons of providers that the AI SDK has no word for. */
const rawReasons: ReadonlyMap<string, Reason> = new Map([
  ["refusal", "refusal"],
  ["pause_turn", "pause"],
  ["model_context_window_exceeded", "context_window"],
]);

const reasons: ReadonlyMap<string, Reason> = new Map([
  ["stop", "end"],
  ["length", "max_tokens"],
  ["content-filter", "content_filter"],
  ["tool-calls", "tool_calls"],
]);

/**
 * The end of a reply; nothing if its reason follows from what was yielded.
 * @throws ServiceError `upstream_bad_response` for a reply that broke off
 */
export function toStop({ reason, raw = "", sequence }: Finish): readonly ModelYield[] {
  if (reason === "error" || reason === "interrupted") throw brokenOff();
  if (raw === "stop_sequence") return [stop("stop_sequence", { sequence })];
  const known = rawReasons.get(raw) ?? reasons.get(reason);
  return known === undefined ? [] : [stop(known)];
}
