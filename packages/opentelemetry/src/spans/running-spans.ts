import {
  type AttemptBegun,
  type AttemptEnded,
  isPromise,
  type MaybePromise,
  type ReporterEvent,
  type RequestBegun,
  type RequestEnded,
} from "@diglot/core";
import { type Attributes, type Context, type Span, type Tracer, trace } from "@opentelemetry/api";
import { toTime } from "../facts/time.js";
import type { Identity } from "../options.js";
import { endAttemptSpan, startAttemptSpan } from "./attempt-span.js";
import { contextOf } from "./context.js";
import { failureAttributes } from "./failure.js";
import { endRequestSpan, startRequestSpan } from "./request-span.js";
import { addEvent, setContents } from "./write-span.js";

type Failure = Extract<ReporterEvent, { readonly type: "failure" }>;

/** A request that runs. */
interface Running {
  readonly span: Span;
  /** The context in which its span is the current one. */
  readonly context: Context;
  readonly attempts: Map<string, Span>;
}

/** The spans of running requests and of their attempts; nothing of those that have ended. */
export class RunningSpans {
  readonly #tracerOf: () => Tracer;
  readonly #named: ReadonlySet<Identity>;
  // No Map: V8 keeps what passes through a busy one until the next full collection.
  readonly #running: Record<string, Running> = Object.create(null);

  constructor(tracerOf: () => Tracer, named: ReadonlySet<Identity>) {
    this.#tracerOf = tracerOf;
    this.#named = named;
  }

  begin(event: RequestBegun): void {
    this.#running[event.requestId] = this.#start(event);
  }

  beginAttempt(event: AttemptBegun): void {
    const request = this.#running[event.requestId];
    if (!request) return;
    const parties = { parent: request.context, named: this.#named };
    const span = startAttemptSpan(this.#tracerOf(), event, parties);
    request.attempts.set(event.attempt.attemptId, span);
  }

  /** The context in which the span of an attempt is the current one. */
  contextOf(event: AttemptBegun): Context {
    const request = this.#running[event.requestId];
    const span = request?.attempts.get(event.attempt.attemptId);
    return span && request ? trace.setSpan(request.context, span) : contextOf(event);
  }

  /** Ends the span of an attempt. It is kept until its request ends: a model that is stopped still runs its last lines in it. */
  endAttempt(event: AttemptEnded): void {
    const span = this.#running[event.requestId]?.attempts.get(event.attempt.attemptId);
    if (span) endAttemptSpan(span, event);
  }

  /** Notes a failure beside the answer of a request that runs. */
  noteFailure(event: Failure): void {
    const { requestId = "", at, step, model } = event;
    const names = { "diglot.step": step, "diglot.model": model };
    const attributes = { ...names, ...failureAttributes(event) };
    const span = this.#running[requestId]?.span;
    if (span) addEvent(span, "diglot.failure", attributes, toTime(at));
  }

  /**
   * Ends the span of a request, and forgets it. One that was refused before it began has none yet. A
   * span whose contents take long gets its end a little later, with the time of the event.
   * @param contentsOf what was said, asked for once
   */
  end(
    event: RequestEnded,
    contentsOf: (isRecording: boolean) => MaybePromise<Attributes | undefined>,
  ): void {
    const { span } = this.#running[event.requestId] ?? this.#start(event);
    delete this.#running[event.requestId];
    const end = (contents?: Attributes) => {
      if (contents) setContents(span, contents);
      endRequestSpan(span, event);
    };
    const contents = contentsOf(span.isRecording());
    if (isPromise(contents)) contents.then(end, () => end());
    else end(contents);
  }

  #start(event: RequestBegun | RequestEnded): Running {
    const parent = contextOf(event);
    const parties = { parent, named: this.#named };
    const span = startRequestSpan(this.#tracerOf(), event, event.at - event.milliseconds, parties);
    return { span, context: trace.setSpan(parent, span), attempts: new Map() };
  }
}
