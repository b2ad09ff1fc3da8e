import type { RequestFacts } from "@diglot/core";
import { type Context, context, isSpanContextValid, propagation, trace } from "@opentelemetry/api";

/** Headers as the reporter gives them. */
type Headers = readonly (readonly [name: string, value: string])[];

/**
 * What a request is part of: the span of the host's own instrumentation if there is one, which has
 * read the caller's headers itself; else the caller's context, as the host's propagator reads it.
 */
export function contextOf(facts: RequestFacts): Context {
  const active = context.active();
  const span = trace.getSpan(active);
  if (span && isSpanContextValid(span.spanContext())) return active;
  return propagation.extract(active, sentBy(facts));
}

/** The headers that carry a context on; without a propagator, those that the caller has sent. */
export function headersOf(own: Context, facts: RequestFacts): Headers {
  const carrier: Record<string, string> = {};
  propagation.inject(own, carrier);
  const written = Object.entries(carrier);
  return written.length > 0 ? written : Object.entries(sentBy(facts));
}

/** The headers by which the caller has handed on its context. */
function sentBy({ trace: sent, contextHeaders }: RequestFacts): Readonly<Record<string, string>> {
  const { traceparent, tracestate } = sent ?? {};
  return {
    ...contextHeaders,
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
  };
}
