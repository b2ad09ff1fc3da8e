import type {
  AttemptBegun,
  AttemptEnded,
  Reporter,
  ReporterEvent,
  RequestEnded,
  RequestFacts,
} from "@diglot/core";
import { type Context, context, type Span, type Tracer, trace } from "@opentelemetry/api";
import { ContentsLog } from "../contents/contents.js";
import { present } from "../facts/present.js";
import { toTime } from "../facts/time.js";
import type { OpenTelemetrySettings } from "../options.js";
import { endAttemptSpan, startAttemptSpan } from "./attempt-span.js";
import { contextOf, headersOf } from "./context.js";
import { failureAttributes } from "./failure.js";
import { endRequestSpan, startRequestSpan } from "./request-span.js";

type Failure = Extract<ReporterEvent, { readonly type: "failure" }>;

/** A request that runs. */
interface Running {
  readonly span: Span;
  /** The context in which its span is the current one. */
  readonly context: Context;
  readonly attempts: Map<string, Span>;
}

/** Makes spans of events. */
export interface Tracing {
  report(event: ReporterEvent): void;
  readonly traceHeaders: NonNullable<Reporter["traceHeaders"]>;
  readonly runAttempt: NonNullable<Reporter["runAttempt"]>;
  /** Absent unless contents were opted in. */
  readonly contents?: NonNullable<Reporter["contents"]> | undefined;
}

/** Keeps the spans of running requests, and nothing of those that have ended. */
export function createTracing(tracerOf: () => Tracer, settings: OpenTelemetrySettings): Tracing {
  const { spansName: named, capture } = settings;
  const contents = capture && new ContentsLog(capture);
  // No Map: V8 keeps what passes through a busy one until the next full collection.
  const running: Record<string, Running> = Object.create(null);

  function start(facts: RequestFacts, at: number): Running {
    const parent = contextOf(facts);
    const span = startRequestSpan(tracerOf(), facts, at, { parent, named });
    return { span, context: trace.setSpan(parent, span), attempts: new Map() };
  }

  function startAttempt(event: AttemptBegun): void {
    const request = running[event.requestId];
    if (!request) return;
    const span = startAttemptSpan(tracerOf(), event, { parent: request.context, named });
    request.attempts.set(event.attempt.attemptId, span);
  }

  /** The context in which the span of an attempt is the current one. */
  function contextOfAttempt(event: AttemptBegun): Context {
    const request = running[event.requestId];
    const span = request?.attempts.get(event.attempt.attemptId);
    return span && request ? trace.setSpan(request.context, span) : contextOf(event);
  }

  function endAttempt(event: AttemptEnded): void {
    // It is kept until its request ends: a model that is stopped still runs its last lines in it.
    const span = running[event.requestId]?.attempts.get(event.attempt.attemptId);
    if (span) endAttemptSpan(span, event);
  }

  function end(event: RequestEnded): void {
    // A request that was refused before it began has no span yet.
    const { span } = running[event.requestId] ?? start(event, event.at - event.milliseconds);
    delete running[event.requestId];
    const said = contents?.end(event, span.isRecording());
    if (said) span.setAttributes(said);
    endRequestSpan(span, event);
  }

  function noteFailure(event: Failure): void {
    if (event.requestId === undefined) return;
    const { at, step, model } = event;
    const names = present({ "diglot.step": step, "diglot.model": model });
    const attributes = { ...names, ...failureAttributes(event) };
    running[event.requestId]?.span.addEvent("diglot.failure", attributes, toTime(at));
  }

  return {
    report(event) {
      if (event.type === "request_begun")
        running[event.requestId] = start(event, event.at - event.milliseconds);
      else if (event.type === "attempt_begun") startAttempt(event);
      else if (event.type === "attempt_ended") endAttempt(event);
      else if (event.type === "request_ended") end(event);
      else if (event.type === "failure") noteFailure(event);
    },
    traceHeaders: (event) => headersOf(contextOfAttempt(event), event),
    contents: contents && ((content) => contents.take(content)),
    runAttempt: (event, work) => context.with(contextOfAttempt(event), work),
  };
}
