// The SDK of OpenTelemetry: traces go to a collector, and metrics are there to be read by Prometheus.
import { createServer } from "node:http";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { NodeSDK } from "@opentelemetry/sdk-node";

/**
 * Starts the SDK. `OTEL_EXPORTER_OTLP_ENDPOINT` says where the collector is. The server that is
 * returned answers with the metrics; let it listen where only Prometheus can reach it.
 */
export function startTelemetry() {
  const prometheus = new PrometheusExporter({ preventServerStart: true });
  const sdk = new NodeSDK({ serviceName: "gateway", metricReaders: [prometheus] });
  sdk.start();
  const server = createServer((request, response) =>
    prometheus.getMetricsRequestHandler(request, response),
  );
  return { server, stop: () => sdk.shutdown() };
}
