import type { RequestFacts } from "@diglot/core";
import { type Context, context, isSpanContextValid, propagation, trace } from "@opentelemetry/api";

/** Headers as the reporter gives them. */
type Headers = readonly (readonly [name: string, value: string])[];

/**
 * What a request is part of: the span of the host's own instrumentation if there is one, which has
 * read the caller's headers itself; else the caller's trace, as the host's propagator reads it.
 */
export function contextOf({ trace: sent }: RequestFacts): Context {
  const active = context.active();
  const span = trace.getSpan(active);
  if (!sent || (span && isSpanContextValid(span.spanContext()))) return active;
  return propagation.extract(active, sent);
}

/** The headers that carry a context on; without a propagator, those that the caller has sent. */
export function headersOf(own: Context, { trace: sent }: RequestFacts): Headers {
  const carrier: Record<string, string> = {};
  propagation.inject(own, carrier);
  const written = Object.entries(carrier);
  if (written.length > 0 || !sent) return written;
  const { traceparent, tracestate } = sent;
  const parent = ["traceparent", traceparent] as const;
  return tracestate === undefined ? [parent] : [parent, ["tracestate", tracestate]];
}
