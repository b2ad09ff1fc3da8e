import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { dropUndefined } from "../../../config/options/drop-undefined.js";
import type { TelemetryConfig } from "../../../config/types.js";
import type { Notices } from "../../../log/log.js";
import { createMetricExporter, createSpanExporter } from "./exporters.js";
import { createResource } from "./resource.js";
import { createSampler } from "./sampler.js";
import { sayOutages } from "./say-outages.js";
import type { Variables } from "./variables.js";

/** What the telemetry of a process is made from. */
export interface TelemetrySources {
  readonly config: TelemetryConfig;
  readonly variables: Variables;
  readonly notices: Notices;
}

/** What makes spans, and sends them in batches. */
export async function createTracerProvider(sources: TelemetrySources): Promise<TracerProvider> {
  const { config, variables, notices } = sources;
  const exporter = await createSpanExporter(config, variables, notices.warn);
  const batches = dropUndefined({
    maxQueueSize: variables.amount("OTEL_BSP_MAX_QUEUE_SIZE"),
    maxExportBatchSize: variables.amount("OTEL_BSP_MAX_EXPORT_BATCH_SIZE"),
    scheduledDelayMillis: variables.amount("OTEL_BSP_SCHEDULE_DELAY"),
    exportTimeoutMillis: variables.amount("OTEL_BSP_EXPORT_TIMEOUT"),
  });
  return new TracerProvider({
    resource: createResource(config),
    sampler: createSampler(config.sampling, variables, notices.warn),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: sayOutages(exporter, "traces", notices), ...batches }),
    ],
  });
}

/** What measures, and sends the measures from time to time. */
export async function createMeterProvider(sources: TelemetrySources): Promise<MeterProvider> {
  const { config, variables, notices } = sources;
  const exporter = await createMetricExporter(config, variables, notices.warn);
  const reader = new PeriodicExportingMetricReader({
    exporter: sayOutages(exporter, "metrics", notices),
    ...dropUndefined({
      exportIntervalMillis: variables.amount("OTEL_METRIC_EXPORT_INTERVAL"),
      exportTimeoutMillis: variables.amount("OTEL_METRIC_EXPORT_TIMEOUT"),
    }),
  });
  return new MeterProvider({ resource: createResource(config), readers: [reader] });
}
