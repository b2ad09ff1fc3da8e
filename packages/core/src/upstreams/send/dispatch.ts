import { noUsage } from "../../conversation/usage.js";
import { OverLimit } from "../../errors/over-limit.js";
import { ServiceError } from "../../errors/service-error.js";
import type { HeaderList } from "../../http/answers.js";
import { toAttemptEnd } from "../../models/attempt-end.js";
import { timedOut } from "../../models/failures.js";
import type { Attempt, AttemptEnd, ModelRequest } from "../../models/model.js";
import type { AbortSource } from "../../runtime/abort-link.js";
import { type Cancellation, createCancellation } from "../../runtime/cancellation.js";
import { raceSignal } from "../../runtime/race-signal.js";
import type { Upstream } from "../upstream.js";
import { explainBadReply, recordBeginning } from "./explain.js";
import { isAccepted, toFailure } from "./failure.js";
import { leaveBody } from "./leave-body.js";
import {
  isNothing,
  nothingObserved,
  type ObservedReply,
  toFinalUsage,
  toObserved,
} from "./observed.js";
import { type Message, send } from "./send.js";
import type { TransportResponse } from "./transport.js";

/** One attempt whose upstream has answered with a reply. */
export interface Dispatch {
  readonly response: TransportResponse;
  /** The caller's signal: aborts when the caller leaves. */
  readonly signal: AbortSource;
  /** Sets the observer that knows what the reply has used; until then nothing has been observed. */
  watch(look: () => ObservedReply): void;
  /**
   * Settles the row with what was observed, and releases the caller's signal and the body. Only the
   * first call counts. If a failure shows that no model has run, the row is settled with no usage,
   * unless some was observed.
   */
  finish(end: AttemptEnd, failure?: unknown): void;
  /** The failure to read the reply, with what its operator needs to find out why. */
  explain(failure: unknown): unknown;
}

/**
 * Opens the row of an attempt, sends the request and waits for the head of the reply. A failure before
 * that settles the row, with no usage unless the model may have run.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function dispatch(
  upstream: Upstream,
  request: ModelRequest,
  message: Message,
): Promise<Dispatch> {
  const attempt = await request.attempt({
    model: upstream.model,
    upstream: upstream.settings.baseUrl,
    upstreamModel: upstream.settings.model,
    upstreamFormat: upstream.format.name,
  });
  const caller = request.signal;
  if (caller.aborted) {
    await attempt.release();
    throw caller.reason;
  }
  const cancellation = createCancellation(caller);
  const { signal } = cancellation;
  let look = () => nothingObserved;
  attempt.watch(() => toObserved(look()));

  function settle(end: AttemptEnd, failure: unknown, upstreamStatus?: number): void {
    const seen = look();
    const unused = isUnused(failure) && isNothing(seen);
    const usage = unused ? noUsage : toFinalUsage(upstream, request, end, seen);
    const why = { error: failure, upstreamStatus };
    void attempt.close(end, usage, seen.reported.raw, why, seen.reply);
  }

  try {
    const outgoing = withAttemptHeaders(upstream, message, attempt);
    attempt.contents?.request(upstream.settings.baseUrl + outgoing.path, outgoing.body);
    const head = attempt.run
      ? attempt.run(() => sendInTime(upstream, request, outgoing, cancellation))
      : sendInTime(upstream, request, outgoing, cancellation);
    const response = toShown(attempt, await head);
    if (!isAccepted(response.status)) {
      throw await raceSignal(signal, () => toFailure(upstream, message, response, request.clock));
    }
    const body = recordBeginning(response.body);
    let explained: unknown;
    return {
      response: { status: response.status, headers: response.headers, body },
      signal: caller,
      watch(next) {
        look = next;
      },
      finish: callOnce((end: AttemptEnd, failure: unknown) => {
        settle(end, failure, response.status);
        void leaveBody(body, end, request.clock, cancellation);
      }),
      explain(failure) {
        if (failure === explained) return failure;
        explained = explainBadReply(failure, { upstream, message, response }, body.beginning());
        return explained;
      },
    };
  } catch (error) {
    // A caller who left while a failure was read may have left before the upstream failed.
    settle(toEnd(error, signal), caller.aborted ? undefined : error);
    cancellation.cancel(error);
    throw error;
  }
}

/** How a failed attempt ended: aborted by its signal, or on its own. */
export function toEnd(error: unknown, signal: AbortSource): AttemptEnd {
  if (signal.aborted) return toAttemptEnd(signal.reason);
  if (!ServiceError.is(error)) return "upstream_error";
  if (error.cause instanceof OverLimit) return "limit";
  return error.kind === "upstream_timeout" ? "timeout" : "upstream_error";
}

/** Whether a failure shows that no model has run. */
function isUnused(failure: unknown): boolean {
  return ServiceError.is(failure) && !failure.mayHaveRun;
}

/** A function that works only on its first call. */
function callOnce<Arguments extends readonly unknown[]>(
  work: (...values: Arguments) => void,
): (...values: Arguments) => void {
  let called = false;
  return (...values) => {
    if (called) return;
    called = true;
    work(...values);
  };
}

function sendInTime(
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

/** The same response, which is shown to whoever may see contents. */
function toShown({ contents }: Attempt, response: TransportResponse): TransportResponse {
  if (!contents) return response;
  const { status, headers, body } = response;
  const names = [...headers.keys()];
  const list = names.map((name): [string, string] => [name, headers.get(name) ?? ""]);
  return { status, headers, body: contents.answer(status, list, body) };
}

/** Adds the trace, and the attempt's id in a header, if the upstream's logs should contain it. */
function withAttemptHeaders(
  { settings: { attemptIdHeader } }: Upstream,
  message: Message,
  { id, traceHeaders = [] }: Attempt,
): Message {
  if (attemptIdHeader === undefined && traceHeaders.length === 0) return message;
  const own: HeaderList = attemptIdHeader === undefined ? [] : [[attemptIdHeader, id]];
  return { ...message, headers: [...message.headers, ...traceHeaders, ...own] };
}
