import { bytesPerToken } from "../conversation/estimate.js";
import { completeUsage, type FinalUsage, noUsage, type Usage } from "../conversation/usage.js";
import { OverLimit } from "../errors/over-limit.js";
import { ServiceError } from "../errors/service-error.js";
import { toAttemptEnd } from "../models/attempt-end.js";
import { timedOut } from "../models/failures.js";
import type { AttemptEnd, ModelRequest } from "../models/model.js";
import { raceSignal } from "../models/race-signal.js";
import { type Cancellation, createCancellation } from "./cancellation.js";
import { isAccepted, toFailure } from "./failure.js";
import { leaveBody } from "./leave-body.js";
import { type Message, send } from "./send.js";
import type { TransportResponse } from "./transport.js";
import type { Upstream } from "./upstream.js";

/** What a reply has used, as far as it was seen. */
export interface Seen {
  /** What was reported. */
  readonly usage: Usage;
  /** Estimates of what was generated, for what was not reported. */
  readonly output: number;
  readonly reasoning: number;
}

/** A reply of which nothing was seen. */
export const nothingSeen: Seen = { usage: {}, output: 0, reasoning: 0 };

/** One try whose upstream has answered with a reply. */
export interface Dispatch {
  readonly response: TransportResponse;
  /** The caller's: aborts when it goes away. */
  readonly signal: AbortSignal;
  /**
   * Settles the row, lets go of the caller's signal and of the body. Only the first call counts. A
   * failure that says that no model has run settles it with nothing used, unless something was seen.
   */
  finish(end: AttemptEnd, seen: Seen, failure?: unknown): void;
}

/**
 * Opens the row of a try, sends the request and waits for the head of the reply. What fails until
 * then settles the row, with nothing used unless the upstream may have run.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function dispatch(
  upstream: Upstream,
  request: ModelRequest,
  message: Message,
): Promise<Dispatch> {
  const attempt = await request.attempt({ model: upstream.model });
  if (request.signal.aborted) {
    await attempt.release();
    throw request.signal.reason;
  }
  const cancellation = createCancellation(request.signal);
  const { signal } = cancellation;
  try {
    const response = await sendInTime(upstream, request, message, cancellation);
    if (!isAccepted(response.status)) {
      throw await raceSignal(signal, () => toFailure(upstream, response, request.clock));
    }
    return {
      response,
      signal: request.signal,
      finish: once((end, seen, failure) => {
        const unused = isUnused(failure) && isNothing(seen);
        void attempt.close(end, unused ? noUsage : toFinalUsage(upstream, request, seen));
        void leaveBody(response.body, end, request.clock, cancellation);
      }),
    };
  } catch (error) {
    const unused = isUnused(error) && !request.signal.aborted;
    const used = unused ? noUsage : toFinalUsage(upstream, request, nothingSeen);
    void attempt.close(toEnd(error, signal), used);
    cancellation.cancel(error);
    throw error;
  }
}

/** How a try ended that failed: broken off by its signal, or by itself. */
export function toEnd(error: unknown, signal: AbortSignal): AttemptEnd {
  if (signal.aborted) return toAttemptEnd(signal.reason);
  if (!ServiceError.is(error)) return "upstream_error";
  if (error.cause instanceof OverLimit) return "limit";
  return error.kind === "upstream_timeout" ? "timeout" : "upstream_error";
}

/** Whether a failure says that no model has run. */
function isUnused(failure: unknown): boolean {
  return ServiceError.is(failure) && !failure.mayHaveRun;
}

function isNothing({ usage, output }: Seen): boolean {
  return output === 0 && Object.keys(usage).length === 0;
}

function once(finish: Dispatch["finish"]): Dispatch["finish"] {
  let finished = false;
  return (end, seen, failure) => {
    if (finished) return;
    finished = true;
    finish(end, seen, failure);
  };
}

async function sendInTime(
  upstream: Upstream,
  { clock }: ModelRequest,
  message: Message,
  cancellation: Cancellation,
): Promise<TransportResponse> {
  const { connect } = upstream.settings.timeouts;
  const sent = send(upstream, message, cancellation.signal);
  if (connect === undefined) return sent;
  const disarm = clock.after(connect, () => cancellation.cancel(timedOut()));
  return sent.finally(disarm);
}

/** Reported counts, and estimates for the rest; the request is only looked at where its count is missing. */
function toFinalUsage(
  upstream: Upstream,
  request: ModelRequest,
  { usage, output, reasoning }: Seen,
): FinalUsage {
  return completeUsage(usage, {
    input: usage.input ?? estimateInput(upstream, request),
    output,
    reasoning,
  });
}

/** A relayed request may hold what has no place in a conversation; its bytes are counted then. */
function estimateInput({ model }: Upstream, request: ModelRequest): number {
  try {
    return model.countInputTokens(request.conversation);
  } catch {
    return Math.ceil(request.origin.bytes.length / bytesPerToken);
  }
}
