import { type AttemptEnd, toAttemptEnd } from "../../conversation/attempt-end.js";
import type { Pricing } from "../../conversation/members/priced-members.js";
import { noUsage } from "../../conversation/usage/usage.js";
import { isOverLimit } from "../../errors/reply-too-large.js";
import { ServiceError } from "../../errors/service-error.js";
import type { ReportedUsage } from "../../formats/upstream-format.js";
import type { HeaderList } from "../../http/answers.js";
import type { JsonObject } from "../../json/value.js";
import { timedOut } from "../../models/failures.js";
import type { Attempt, ModelRequest } from "../../models/model.js";
import { type AbortSource, abortOf } from "../../runtime/abort-link.js";
import { type Cancellation, createCancellation } from "../../runtime/cancellation.js";
import { raceSignal } from "../../runtime/race-signal.js";
import type { Upstream } from "../upstream.js";
import { explainBadReply, type RecordedBody, recordBeginning } from "./explain.js";
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

/** What an attempt is sent with. */
interface Sending {
  readonly upstream: Upstream;
  readonly request: ModelRequest;
  readonly message: Message;
  /** What the price list says about it; absent where no money is counted. */
  readonly pricing: Pricing | undefined;
  readonly attempt: Attempt;
  /** The caller's signal: aborts when the caller leaves. */
  readonly signal: AbortSource;
  readonly cancellation: Cancellation;
  /** Observes what the reply has used. */
  look: () => ObservedReply;
  /** For how many milliseconds the key rests, if the upstream has several and refused this one. */
  keyRestMilliseconds: number | undefined;
}

/** One attempt whose upstream has answered with a reply. */
export class Dispatch {
  readonly #sending: Sending;
  readonly #body: RecordedBody;
  #explained: unknown;
  #finished = false;
  #isRead = false;
  /** The caller's signal: aborts when the caller leaves. */
  readonly signal: AbortSource;
  /** The answer, of whose body nothing has been read; a reader may put a body of its own in place. */
  response: TransportResponse;

  constructor(sending: Sending, { status, headers, body }: TransportResponse) {
    this.#sending = sending;
    this.signal = sending.signal;
    this.#body = recordBeginning(body);
    this.response = { status, headers, body: this.#body };
  }

  /** Sets the observer that knows what the reply has used; until then nothing has been observed. */
  watch(look: () => ObservedReply): void {
    this.#sending.look = look;
  }

  /** Notes that the body was read to its end, so that its connection is free already. */
  noteRead(): void {
    this.#isRead = true;
  }

  /**
   * Settles the row with what was observed, and releases the caller's signal and the body. Only the
   * first call counts. If a failure shows that no model has run, the row is settled with no usage,
   * unless some was observed.
   */
  finish(end: AttemptEnd, failure?: unknown): void {
    if (this.#finished) return;
    this.#finished = true;
    const { request, cancellation } = this.#sending;
    settle(this.#sending, end, failure, this.response.status);
    if (end === "completed" && this.#isRead) cancellation.release();
    else void leaveBody(this.#body, end, request.clock, cancellation);
  }

  /** The failure to read the reply, with what its operator needs to find out why. */
  explain(failure: unknown): unknown {
    if (failure === this.#explained) return failure;
    const { upstream, message } = this.#sending;
    const exchanged = { upstream, message, response: this.response };
    this.#explained = explainBadReply(failure, exchanged, this.#body.beginning());
    return this.#explained;
  }
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
  pricing: Pricing | undefined,
): Promise<Dispatch> {
  const attempt = await request.attempt({
    model: upstream.model,
    upstream: upstream.settings.baseUrl,
    upstreamModel: upstream.settings.model,
    upstreamFormat: upstream.format.name,
    upstreamKey: upstream.key?.label,
    asked: pricing?.asked,
    units: upstream.format.requestUnits?.(request.origin.body),
  });
  const caller = abortOf(request);
  if (caller.aborted) {
    await attempt.release();
    throw caller.reason;
  }
  const cancellation = createCancellation(caller);
  const { signal } = cancellation;
  const sending: Sending = {
    upstream,
    request,
    message,
    pricing,
    attempt,
    signal: caller,
    cancellation,
    look: () => nothingObserved,
    keyRestMilliseconds: undefined,
  };
  const sentAt = upstream.key ? request.clock.monotonic() : 0;
  attempt.watch(() => toObserved(sending.look()));
  try {
    const outgoing = withAttemptHeaders(upstream, message, attempt);
    attempt.contents?.request(upstream.settings.baseUrl + outgoing.path, outgoing.body);
    const head = attempt.run
      ? attempt.run(() => sendInTime(upstream, request, outgoing, cancellation))
      : sendInTime(upstream, request, outgoing, cancellation);
    const answer = await head;
    const response = attempt.contents ? toShown(attempt.contents, answer) : answer;
    if (!isAccepted(response.status)) {
      const failure = await raceSignal(signal, () =>
        toFailure(upstream, message, response, request.clock),
      );
      sending.keyRestMilliseconds = upstream.key?.noteFailure(
        failure,
        response.headers,
        request.clock,
      );
      throw failure;
    }
    upstream.key?.noteReply(sentAt);
    return new Dispatch(sending, response);
  } catch (error) {
    // A caller who left while a failure was read may have left before the upstream failed.
    settle(sending, toEnd(error, signal), caller.aborted ? undefined : error);
    cancellation.cancel(error);
    throw error;
  }
}

function settle(
  { upstream, request, pricing, attempt, look, keyRestMilliseconds }: Sending,
  end: AttemptEnd,
  failure: unknown,
  upstreamStatus?: number,
): void {
  const seen = look();
  const unused = failure !== undefined && isUnused(failure) && isNothing(seen);
  const usage = unused ? noUsage : toFinalUsage(upstream, request, end, seen);
  const why = { error: failure, upstreamStatus, keyRestMilliseconds };
  const { reported, reply } = seen;
  const raw = pricing?.accepts ? withTier(reported) : reported.raw;
  void attempt.close(end, usage, raw, why, reply);
}

/** The upstream's usage object, with the tier that the reply names beside it. */
function withTier({ raw, serviceTier }: ReportedUsage): JsonObject | undefined {
  return serviceTier === undefined ? raw : { service_tier: serviceTier, ...raw };
}

/** How a failed attempt ended: aborted by its signal, or on its own. */
export function toEnd(error: unknown, signal: AbortSource): AttemptEnd {
  if (signal.aborted) return toAttemptEnd(signal.reason);
  if (!ServiceError.is(error)) return "upstream_error";
  if (isOverLimit(error)) return "limit";
  return error.kind === "upstream_timeout" ? "timeout" : "upstream_error";
}

/** Whether a failure shows that no model has run. */
function isUnused(failure: unknown): boolean {
  return ServiceError.is(failure) && !failure.mayHaveRun;
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
function toShown(
  contents: NonNullable<Attempt["contents"]>,
  response: TransportResponse,
): TransportResponse {
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
