import type { TextMapPropagator } from "@opentelemetry/api";
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import type { Variables } from "./variables.js";

const named: Readonly<Record<string, () => TextMapPropagator>> = {
  tracecontext: () => new W3CTraceContextPropagator(),
  baggage: () => new W3CBaggagePropagator(),
};

/** How a caller's trace comes in and goes on to upstreams, as `OTEL_PROPAGATORS` says. */
export function createPropagator(
  variables: Variables,
  warn: (message: string) => void,
): TextMapPropagator {
  const given = variables.list("OTEL_PROPAGATORS");
  const names = given.length > 0 ? given : Object.keys(named);
  if (names.includes("none")) return new CompositePropagator();
  const unknown = names.filter((name) => !Object.hasOwn(named, name));
  if (unknown.length > 0) {
    warn(
      `OTEL_PROPAGATORS names ${unknown.join(", ")}, which is ignored: only tracecontext and baggage are known.`,
    );
  }
  const propagators = names.flatMap((name) =>
    Object.hasOwn(named, name) ? (named[name]?.() ?? []) : [],
  );
  return new CompositePropagator({ propagators });
}
