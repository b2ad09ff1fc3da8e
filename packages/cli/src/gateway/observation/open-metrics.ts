import type { Endpoint, Reporter } from "@diglot/core";
import { withCredential } from "@diglot/core/accounts";
import type { MetricsConfig } from "../../config/types.js";
import type { Resource } from "../lifecycle/resources.js";

/** What counts requests, and the endpoint that shows the counts. */
export interface Metrics {
  readonly reporter: Reporter;
  readonly endpoint: Endpoint;
}

/**
 * Counts requests with OpenTelemetry. The exporter opens no port: `/metrics` is an endpoint of the
 * service.
 */
export async function openMetrics({ name, credential }: MetricsConfig): Promise<Resource<Metrics>> {
  const { PrometheusExporter, PrometheusSerializer, MeterProvider, openTelemetry } =
    await loadOpenTelemetry();
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter] });
  const serializer = new PrometheusSerializer();
  const read = async () => serializer.serialize((await exporter.collect()).resourceMetrics);
  const reporter = openTelemetry({
    signals: ["metrics"],
    meterProvider: provider,
    ...(name && { metricsName: name }),
  });
  return {
    value: { reporter, endpoint: toEndpoint(read, credential) },
    close: () => provider.shutdown(),
  };
}

/** What is needed of OpenTelemetry, which is loaded only for this. */
async function loadOpenTelemetry() {
  const [exporter, sdk, diglot] = await Promise.all([
    import("@opentelemetry/exporter-prometheus"),
    import("@opentelemetry/sdk-metrics"),
    import("@diglot/opentelemetry"),
  ]);
  return { ...exporter, ...sdk, ...diglot };
}

/** Whatever scrapes the counts also wants the last ones, so it is served while the service closes. */
function toEndpoint(read: () => Promise<string>, credential: string | undefined): Endpoint {
  const endpoint: Endpoint = {
    method: "GET",
    path: "/metrics",
    whileClosing: true,
    async answer() {
      const body = new TextEncoder().encode(await read());
      return { status: 200, headers: [["content-type", "text/plain; version=0.0.4"]], body };
    },
  };
  if (credential === undefined) return { ...endpoint, isPublic: true };
  return withCredential(credential)(endpoint);
}
