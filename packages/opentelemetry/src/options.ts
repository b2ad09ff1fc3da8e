import { type Check, checks } from "@diglot/core";
import { type MeterProvider, metrics, type TracerProvider, trace } from "@opentelemetry/api";

/** Who has asked: the account that pays, the key, or the end user whom the request's body names. */
export type Identity = "account" | "key" | "endUser";

/** Options of `openTelemetry`. Everything has a default. */
export interface OpenTelemetryOptions {
  /** Where spans go. @default the global tracer provider, which the SDK registers */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Where metrics go. @default the global meter provider, which the SDK registers */
  readonly meterProvider?: MeterProvider | undefined;
  /** Who is named in spans. @default nobody */
  readonly spansName?: readonly Identity[] | undefined;
  /**
   * Who is named in metrics. Every name is a time series of its own, so there should not be many of
   * them; end users cannot be named. @default nobody
   */
  readonly metricsName?: readonly Exclude<Identity, "endUser">[] | undefined;
}

/** Complete, checked options. */
export interface OpenTelemetrySettings {
  /** Asked when something is to be reported, because the SDK may be registered later. */
  tracerProvider(): TracerProvider;
  meterProvider(): MeterProvider;
  readonly spansName: ReadonlySet<Identity>;
  readonly metricsName: ReadonlySet<Identity>;
}

/**
 * Completes and checks the options.
 * @throws TypeError whose message says how to fix the options
 */
export function toSettings(options: OpenTelemetryOptions): OpenTelemetrySettings {
  checks.checkOptions("openTelemetry", options, validOptions);
  const { tracerProvider, meterProvider, spansName, metricsName } = options;
  return {
    tracerProvider: () => tracerProvider ?? trace.getTracerProvider(),
    meterProvider: () => meterProvider ?? metrics.getMeterProvider(),
    spansName: new Set(spansName),
    metricsName: new Set(metricsName),
  };
}

const { listOf, members, oneOf, port } = checks;

const validOptions: Check = members<OpenTelemetryOptions>({
  // Given and undefined, spans and metrics would go where nobody expects them.
  tracerProvider: { given: port<TracerProvider>("a tracer provider", "getTracer") },
  meterProvider: { given: port<MeterProvider>("a meter provider", "getMeter") },
  spansName: listOf(oneOf<Identity>("account", "key", "endUser")),
  metricsName: listOf(oneOf<Identity>("account", "key")),
});
