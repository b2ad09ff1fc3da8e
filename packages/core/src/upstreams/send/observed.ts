import type { AttemptEnd } from "../../conversation/attempt-end.js";
import type { ReplyFacts } from "../../conversation/reply-facts.js";
import { estimateTokensOf } from "../../conversation/usage/estimate.js";
import {
  completeUsage,
  type FinalUsage,
  interruptedUsage,
  knownUsage,
  type Usage,
} from "../../conversation/usage/usage.js";
import type { ReportedUsage } from "../../formats/upstream-format.js";
import type { ModelRequest } from "../../models/model.js";
import type { Upstream } from "../upstream.js";

/** What a reply has used, as far as it was observed. */
export interface ObservedReply {
  readonly reported: ReportedUsage;
  /** Tokens that passed, as the service counts them, for counts that were not reported. */
  readonly output: number;
  readonly reasoning: number;
  /** What the reply says of itself. */
  readonly reply?: (() => ReplyFacts | undefined) | undefined;
}

/** The reported usage of an upstream that has reported nothing. */
export const nothingReported: ReportedUsage = { counts: {}, final: false, raw: undefined };

/** A reply of which nothing was observed. */
export const nothingObserved: ObservedReply = {
  reported: nothingReported,
  output: 0,
  reasoning: 0,
};

/** Whether nothing has arrived that a model could have produced. */
export function isNothing({ reported, output }: ObservedReply): boolean {
  return output === 0 && Object.keys(reported.counts).length === 0;
}

/**
 * The usage of an attempt: the reported counts, and the service's own for the rest. The request is
 * read only if the count of its input is missing.
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

/** What is known of an attempt that is still running; an input that was not reported is not estimated. */
export function toObserved({
  reported: { counts, final },
  output,
  reasoning,
}: ObservedReply): Usage {
  if (final) return counts;
  const usage = knownUsage(interruptedUsage(counts, { input: 0, output, reasoning }));
  return { ...usage, input: counts.input };
}

/** A relayed request may contain what has no place in a conversation; then its bytes are counted. */
function estimateInput({ model }: Upstream, request: ModelRequest): number {
  try {
    return model.countInputTokens(request.conversation());
  } catch {
    const { origin, attachedBytes = 0 } = request;
    return estimateTokensOf(Math.max(0, origin.bytes.length - attachedBytes));
  }
}
