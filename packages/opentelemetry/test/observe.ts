import { createMemoryKeys, createService, type Model, type ServiceOptions } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { type FormatName, headersOf, requestOf } from "@diglot/test-support/requests";
import { type Attributes, propagation, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { onTestFinished } from "vitest";
import { type OpenTelemetryOptions, openTelemetry } from "../src/index.js";

/** One point of a metric: a sum, or the number and the sum of what a histogram has seen. */
export interface Point {
  readonly attributes: Attributes;
  readonly value: number | Pick<Histogram, "count" | "sum" | "buckets">;
}

/** A span, as a test looks at it. */
export interface Seen {
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly message: string | undefined;
  readonly attributes: Attributes;
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[];
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** A service over models, observed by the real SDK, with its exporters in memory. */
export function observe(
  models: readonly Model[],
  options: OpenTelemetryOptions = {},
  others: Partial<ServiceOptions> = {},
) {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  const kept = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: kept });
  const meterProvider = new MeterProvider({ readers: [reader] });
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(async () => {
    propagation.disable();
    await Promise.all([meterProvider.shutdown(), tracerProvider.shutdown()]);
  });
  const reporter = openTelemetry({ tracerProvider, meterProvider, ...options });
  const service = createService({
    models,
    keys: createMemoryKeys([{ key, id: "key-1", accountId: "team" }]),
    unknownAccounts: "unlimited",
    reporter,
    ...others,
  });

  function send(
    format: FormatName,
    change: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const init = { headers: { ...headersOf(format), ...headers } };
    return service.request(...requestOf(format, { model: models[0]?.id, ...change }, init));
  }

  /** Asks, and reads the whole answer. */
  async function ask(...request: Parameters<typeof send>): Promise<string> {
    return (await send(...request)).text();
  }

  /** All spans, in the order of their beginnings. */
  function spansOf(): readonly Seen[] {
    return exporter.getFinishedSpans().map(toSeen).toSorted(byStart);
  }

  /** The points of a metric; without a name, those of all. */
  async function pointsOf(name?: string): Promise<readonly Point[]> {
    await meterProvider.forceFlush();
    const metrics =
      kept
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
    const asked = metrics.filter(
      ({ descriptor }) => name === undefined || descriptor.name === name,
    );
    return asked.flatMap(({ dataPoints }) => dataPoints as readonly Point[]);
  }

  return { service, reporter, send, ask, spansOf, pointsOf };
}

function toSeen(span: ReadableSpan): Seen {
  const toMilliseconds = ([seconds, nanos]: ReadableSpan["startTime"]) =>
    1e3 * seconds + nanos / 1e6;
  return {
    name: span.name,
    kind: SpanKind[span.kind],
    status: SpanStatusCode[span.status.code],
    message: span.status.message,
    attributes: span.attributes,
    events: span.events.map(({ name, attributes = {} }) => ({ name, attributes })),
    ...span.spanContext(),
    parentId: span.parentSpanContext?.spanId,
    start: toMilliseconds(span.startTime),
    end: toMilliseconds(span.endTime),
  };
}

/** A span that began at the same millisecond as its parent comes after it. */
function byStart(one: Seen, other: Seen): number {
  return one.start - other.start || (one.parentId === other.spanId ? 1 : -1);
}
