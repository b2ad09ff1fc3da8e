import { createMemoryKeys, createService } from "@diglot/core";
import { startCollector } from "@diglot/test-support/collector";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { expect, it } from "vitest";
import { openTelemetry } from "../src/index.js";
import { greet, modelAt, startUpstream } from "./upstreams.js";

/** Members of OTLP that this test reads. */
interface Traces {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly OtlpSpan[];
    }[];
  }[];
}
interface OtlpSpan {
  readonly name: string;
  readonly kind: number;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}
interface Metrics {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}

it("a collector receives spans and metrics over OTLP", async () => {
  const collector = await startCollector();
  const traces = new OTLPTraceExporter({ url: `${collector.url}/v1/traces` });
  const metrics = new OTLPMetricExporter({ url: `${collector.url}/v1/metrics` });
  const tracerProvider = new TracerProvider({
    spanProcessors: [new BatchSpanProcessor({ exporter: traces })],
  });
  const meterProvider = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter: metrics })],
  });
  const service = createService({
    models: [modelAt(await startUpstream(greet), "chat-completions", "main")],
    keys: createMemoryKeys([{ key }]),
    unknownAccounts: "unlimited",
    reporter: openTelemetry({ tracerProvider, meterProvider }),
  });
  await (await service.request(...requestOf("messages", { model: "main", stream: true }))).text();
  await service.close();
  await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);

  const scopes = (collector.bodiesOf("/v1/traces") as readonly Traces[])
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans);
  expect(scopes.map(({ scope }) => scope.name)).toEqual(["@diglot/opentelemetry"]);
  const spans = scopes.flatMap((scope) => scope.spans);
  const server = spans.find(({ name }) => name === "chat main");
  const client = spans.find(({ name }) => name === "chat origin-model");
  // The protocol's numbers of a server and a client.
  expect([server?.kind, client?.kind]).toEqual([2, 3]);
  expect(client?.parentSpanId).toBe(server?.spanId);
  expect(client?.attributes).toContainEqual({
    key: "gen_ai.provider.name",
    value: { stringValue: "openai" },
  });
  expect(client?.attributes).toContainEqual({
    key: "gen_ai.usage.input_tokens",
    value: { intValue: 12 },
  });

  const names = (collector.bodiesOf("/v1/metrics") as readonly Metrics[])
    .flatMap(({ resourceMetrics }) => resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics.map(({ name }) => name));
  expect(names).toEqual(
    expect.arrayContaining([
      ...["gen_ai.server.request.duration", "gen_ai.client.operation.duration"],
      ...["gen_ai.client.token.usage", "diglot.requests", "diglot.cost"],
    ]),
  );
});
