import { estimateTokensOf } from "../../conversation/estimate.js";
import {
  completeUsage,
  type FinalUsage,
  interruptedUsage,
  knownUsage,
  type Usage,
} from "../../conversation/usage.js";
import type { ReportedUsage } from "../../formats/upstream-format.js";
import type { AttemptEnd, ModelRequest } from "../../models/model.js";
import type { Upstream } from "../upstream.js";

/** What a reply has used, as far as it was seen. */
export interface ObservedReply {
  readonly reported: ReportedUsage;
  /** Tokens that went by, as the service counts them, for what was not told. */
  readonly output: number;
  readonly reasoning: number;
}

/** What an upstream has told that has said nothing. */
export const nothingReported: ReportedUsage = { counts: {}, final: false, raw: undefined };

/** A reply of which nothing was seen. */
export const nothingObserved: ObservedReply = {
  reported: nothingReported,
  output: 0,
  reasoning: 0,
};

/** Whether nothing has come that a model could have made. */
export function isNothing({ reported, output }: ObservedReply): boolean {
  return output === 0 && Object.keys(reported.counts).length === 0;
}

/**
 * The usage of a try: told counts, and the service's own for the rest. The request is only looked at
 * where the count of its input is missing.
 */
export function toFinalUsage(
  upstream: Upstream,
  request: ModelRequest,
  end: AttemptEnd,
  { reported: { counts, final }, output, reasoning }: ObservedReply,
): FinalUsage {
  const input = counts.input ?? estimateInput(upstream, request);
  const complete = final || end === "completed" ? completeUsage : interruptedUsage;
  return complete(counts, { input, output, reasoning });
}

/** What is known of a try that still runs; an input that was not told is not guessed. */
export function toObserved({
  reported: { counts, final },
  output,
  reasoning,
}: ObservedReply): Usage {
  if (final) return counts;
  const usage = knownUsage(interruptedUsage(counts, { input: 0, output, reasoning }));
  return { ...usage, input: counts.input };
}

/** A relayed request may hold what has no place in a conversation; its bytes are counted then. */
function estimateInput({ model }: Upstream, request: ModelRequest): number {
  try {
    return model.countInputTokens(request.conversation);
  } catch {
    return estimateTokensOf(request.origin.bytes.length);
  }
}
