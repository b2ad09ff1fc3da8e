import type { Reporter } from "@diglot/core";
import { propagation } from "@opentelemetry/api";
import { Metrics } from "./metrics/metrics.js";
import { type OpenTelemetryOptions, toSettings } from "./options.js";
import { createTracing } from "./spans/tracing.js";

/** The instrumentation scope of everything that is reported here. */
const scope = "@diglot/opentelemetry";

/**
 * A reporter that makes traces and metrics of what a service does, by OpenTelemetry's conventions for
 * generative AI: one span for each request and one for each attempt to call a model. The caller's
 * trace is continued, and goes on to upstreams. Prompts and outputs are never seen unless `captureContents`
 * asks for them.
 *
 * It needs an SDK that is registered, or whose providers it is given; without one it does nothing.
 * @throws TypeError whose message says how to fix the options
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Reporter {
  const settings = toSettings(options);
  const { signals } = settings;
  const metrics = signals.has("metrics")
    ? new Metrics(() => settings.meterProvider().getMeter(scope), settings)
    : undefined;
  if (!signals.has("traces")) return (event) => metrics?.report(event);
  const tracing = createTracing(() => settings.tracerProvider().getTracer(scope), settings);
  const report: Reporter = (event) => {
    tracing.report(event);
    metrics?.report(event);
  };
  report.traceHeaders = tracing.traceHeaders;
  if (tracing.contents) report.contents = tracing.contents;
  if (tracing.secrets) report.secrets = tracing.secrets;
  report.runAttempt = tracing.runAttempt;
  // Asked for each request: the propagator may be registered later.
  report.contextHeaders = () => propagation.fields();
  return report;
}
