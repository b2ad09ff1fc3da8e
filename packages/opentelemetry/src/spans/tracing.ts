import type { Reporter, ReporterEvent } from "@diglot/core";
import { context, type Tracer } from "@opentelemetry/api";
import { ContentsLog } from "../contents/contents.js";
import type { OpenTelemetrySettings } from "../options.js";
import { headersOf } from "./context.js";
import { RunningSpans } from "./running-spans.js";

/** Makes spans of events. */
export interface Tracing {
  report(event: ReporterEvent): void;
  readonly traceHeaders: NonNullable<Reporter["traceHeaders"]>;
  readonly runAttempt: NonNullable<Reporter["runAttempt"]>;
  /** Absent unless contents were opted in. */
  readonly contents?: NonNullable<Reporter["contents"]> | undefined;
  /** The same. */
  readonly secrets?: NonNullable<Reporter["secrets"]> | undefined;
}

/** The spans of one service. */
export function createTracing(
  tracerOf: () => Tracer,
  { spansName, capture }: OpenTelemetrySettings,
): Tracing {
  const contents = capture && new ContentsLog(capture);
  const spans = new RunningSpans(tracerOf, spansName);
  return {
    report(event) {
      switch (event.type) {
        case "request_begun":
          spans.begin(event);
          break;
        case "attempt_begun":
          spans.beginAttempt(event);
          break;
        case "attempt_ended":
          spans.endAttempt(event);
          break;
        case "request_ended":
          spans.end(event, (isRecording) => contents?.end(event, isRecording));
          break;
        case "failure":
          spans.noteFailure(event);
          break;
      }
    },
    traceHeaders: (event) => headersOf(spans.contextOf(event), event),
    contents: contents && ((content) => contents.take(content)),
    secrets: capture && ((search) => capture.redactor.learn(search)),
    runAttempt: (event, work) => context.with(spans.contextOf(event), work),
  };
}
