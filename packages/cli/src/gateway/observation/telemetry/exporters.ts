import type { Signal } from "@diglot/opentelemetry";
import type { PushMetricExporter } from "@opentelemetry/sdk-metrics";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { TelemetryConfig } from "../../../config/types.js";
import type { Variables } from "./variables.js";

/** How OTLP is written over HTTP. */
type Encoding = "http/protobuf" | "http/json";

/** What sends spans, in the encoding that the variables name. */
export async function createSpanExporter(
  config: TelemetryConfig,
  variables: Variables,
  warn: (message: string) => void,
): Promise<SpanExporter> {
  const encoding = chooseEncoding("traces", variables, warn);
  const { OTLPTraceExporter } =
    encoding === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter(placeOf("traces", config));
}

/** What sends metrics, in the encoding that the variables name. */
export async function createMetricExporter(
  config: TelemetryConfig,
  variables: Variables,
  warn: (message: string) => void,
): Promise<PushMetricExporter> {
  const encoding = chooseEncoding("metrics", variables, warn);
  const { OTLPMetricExporter } =
    encoding === "http/json"
      ? await import("@opentelemetry/exporter-metrics-otlp-http")
      : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter(placeOf("metrics", config));
}

/** Where the config sends a signal. What it does not say, the exporter takes from the variables. */
function placeOf(signal: Signal, { endpoint, headers }: TelemetryConfig) {
  return {
    ...(endpoint !== undefined && { url: `${endpoint.replace(/\/+$/, "")}/v1/${signal}` }),
    ...(headers && { headers: { ...headers } }),
  };
}

function chooseEncoding(
  signal: Signal,
  variables: Variables,
  warn: (message: string) => void,
): Encoding {
  const own = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_PROTOCOL`;
  const common = "OTEL_EXPORTER_OTLP_PROTOCOL";
  const name = variables.text(own) === undefined ? common : own;
  const given = variables.text(name) ?? "http/protobuf";
  if (given === "http/json" || given === "http/protobuf") return given;
  warn(
    `${name} is ${given}, but ${signal} are sent over HTTP only: as http/protobuf, to the HTTP port of the collector, usually 4318.`,
  );
  return "http/protobuf";
}
