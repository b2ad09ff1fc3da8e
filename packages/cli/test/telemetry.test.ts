import { defineModel } from "@diglot/core";
import { startCollector } from "@diglot/test-support/collector";
import { headersOf } from "@diglot/test-support/requests";
import { context, createContextKey, propagation, trace } from "@opentelemetry/api";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type GatewayConfig, startGateway } from "../src/index.js";
import { type Log, noNotices } from "../src/log/log.js";
import { newFile, start } from "./command.js";
import { closedPort } from "./servers.js";

const key = "sk-gateway-0123456789";
const base: GatewayConfig = {
  port: 0,
  keys: [{ id: "me", key, accountId: "team-a" }],
  models: [{ id: "echo", embedded: "echo" }],
};
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

beforeEach(() => void vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"));
afterEach(() => void vi.unstubAllEnvs());

/** Members of OTLP that these tests read. */
interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

function spansOf(bodies: readonly unknown[]): readonly Span[] {
  return (bodies as readonly Sent[])
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

function resourceOf([first]: readonly unknown[]): Readonly<Record<string, unknown>> {
  const attributes = (first as Sent).resourceSpans[0]?.resource.attributes ?? [];
  return Object.fromEntries(
    attributes.map(({ key: name, value }) => [name, Object.values(value as object)[0]]),
  );
}

async function startWith(members: GatewayConfig) {
  const said: string[] = [];
  const note = (message: string) => void said.push(message);
  const log: Log = {
    ...{ ...noNotices, info: note, warn: note, flush: () => undefined },
    ...{ reporter: () => undefined, setLevel: () => undefined },
  };
  const gateway = await startGateway({ ...base, ...members }, { log });
  onTestFinished(() => gateway.close({ timeout: 0 }));
  const ask = async (model = "echo") => {
    const answer = await gateway.service.request("/v1/messages", {
      method: "POST",
      headers: { ...headersOf("messages", key), traceparent },
      body: JSON.stringify({ model, max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }),
    });
    return answer.text();
  };
  return { gateway, ask, said };
}

describe("telemetry", () => {
  it("goes to a collector, as parts of the caller's trace, under the name of the gateway", async () => {
    const collector = await startCollector();
    const { gateway, ask, said } = await startWith({
      telemetry: { endpoint: `${collector.url}/`, serviceName: "models", spansName: ["account"] },
    });
    await ask();
    await gateway.close();
    const bodies = collector.bodiesOf("/v1/traces");
    expect(resourceOf(bodies)).toMatchObject({
      "service.name": "models",
      "service.instance.id": expect.any(String),
    });
    const spans = spansOf(bodies);
    expect(spans.map(({ name }) => name)).toEqual(["chat echo", "chat echo"]);
    expect(spans.map(({ traceId }) => traceId)).toEqual(Array(2).fill(traceparent.slice(3, 35)));
    expect(spans[1]?.attributes).toContainEqual({
      key: "diglot.account.id",
      value: { stringValue: "team-a" },
    });
    expect(JSON.stringify(collector.bodiesOf("/v1/metrics"))).toContain("diglot.requests");
    expect(said).toEqual([]);
  });

  it("is set by the standard variables", async () => {
    const collector = await startCollector();
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
    vi.stubEnv("OTEL_SERVICE_NAME", "of-the-variable");
    vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=staging");
    vi.stubEnv("OTEL_METRICS_EXPORTER", "none");
    const { gateway, ask } = await startWith({ telemetry: true });
    await ask();
    await gateway.close();
    expect(resourceOf(collector.bodiesOf("/v1/traces"))).toMatchObject({
      "service.name": "of-the-variable",
      "deployment.environment.name": "staging",
    });
    expect(collector.bodiesOf("/v1/metrics")).toEqual([]);
  });

  it.each([
    ["traces", "http/protobuf", "/v1/traces"],
    ["metrics", "http/protobuf", "/v1/metrics"],
    ["traces", "http/json", "/v1/traces"],
    ["metrics", "http/json", "/v1/metrics"],
  ] as const)("is only %s if that is all that is chosen, as %s", async (signal, encoding, path) => {
    const collector = await startCollector();
    vi.stubEnv("OTEL_EXPORTER_OTLP_PROTOCOL", encoding);
    const { gateway, ask } = await startWith({
      telemetry: { endpoint: collector.url, signals: [signal], headers: { "x-key": "of-vendor" } },
    });
    await ask();
    await gateway.close();
    const [type = ""] = encoding.split("/").slice(1);
    expect(collector.requests()).toEqual([
      { path, key: "of-vendor", type: expect.stringContaining(type) },
    ]);
  });

  it("keeps only the part of the traces that is chosen, unless the caller has decided", async () => {
    const collector = await startCollector();
    const { gateway, ask } = await startWith({
      telemetry: { endpoint: collector.url, signals: ["traces"], sampling: 0 },
    });
    await ask();
    await gateway.service.request("/healthz");
    await gateway.close();
    const names = spansOf(collector.bodiesOf("/v1/traces")).map(({ name }) => name);
    expect(names).toEqual(["chat echo", "chat echo"]);
  });

  it("has the spans of a model in the config's own code", async () => {
    const collector = await startCollector();
    const own = defineModel("own", async function* () {
      trace.getTracer("mine").startSpan("look up").end();
      yield "Hi";
    });
    const { gateway, ask } = await startWith({
      telemetry: { endpoint: collector.url, signals: ["traces"] },
      models: [own],
    });
    await ask("own");
    await gateway.close();
    const spans = spansOf(collector.bodiesOf("/v1/traces"));
    expect(spans.find(({ name }) => name === "look up")?.traceId).toBe(traceparent.slice(3, 35));
  });

  it("leaves nothing registered when its gateway has closed", async () => {
    const collector = await startCollector();
    const { gateway } = await startWith({ telemetry: { endpoint: collector.url } });
    expect(propagation.fields()).toContain("traceparent");
    await gateway.close();
    expect(propagation.fields()).toEqual([]);
    expect(trace.getTracer("any").startSpan("none").isRecording()).toBe(false);
    const key = createContextKey("a test's");
    const here = context.active().setValue(key, "here");
    expect(context.with(here, () => context.active().getValue(key))).toBeUndefined();
  });

  it("stands beside the metrics for Prometheus, which are counted once in each", async () => {
    const collector = await startCollector();
    const { gateway, ask } = await startWith({
      telemetry: { endpoint: collector.url },
      metrics: true,
    });
    await ask();
    const scraped = await (await gateway.service.request("/metrics")).text();
    expect(scraped).toMatch(/^diglot_requests_total\{[^}]*generate[^}]*\} 1$/m);
    await gateway.close();
    expect(spansOf(collector.bodiesOf("/v1/traces")).filter(isChat)).toHaveLength(2);
  });

  it("that no collector takes is said once, and keeps neither requests nor the end of the gateway", async () => {
    const endpoint = `http://127.0.0.1:${await closedPort()}`;
    vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "50");
    vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "1");
    const { gateway, ask, said } = await startWith({
      telemetry: { endpoint, signals: ["traces"] },
    });
    expect(await ask()).toContain("Hi");
    await expect.poll(() => said.length).toBe(1);
    await ask();
    await gateway.close();
    expect(said).toEqual([expect.stringMatching(/^The collector does not take traces: .+\.$/)]);
  });

  it("is off where the variable says so, whatever the config says", async () => {
    const collector = await startCollector();
    vi.stubEnv("OTEL_SDK_DISABLED", "TRUE");
    const { gateway, ask } = await startWith({ telemetry: { endpoint: collector.url } });
    await ask();
    await gateway.close();
    expect(collector.requests()).toEqual([]);
  });

  it("cannot change while the gateway runs", async () => {
    const { gateway } = await startWith({});
    await expect(gateway.reload({ ...base, telemetry: true })).rejects.toThrow(
      /telemetry.*cannot change while the gateway runs/,
    );
  });
});

describe("diglot serve", () => {
  it.each([
    ["the variables ask for it", {}, true],
    ["the file forbids it", { telemetry: false }, false],
  ])("sends telemetry, or not: %s", async (_case, members, isSent) => {
    const collector = await startCollector();
    const file = newFile("diglot.config.json", { ...base, ...members });
    const running = start(["serve", file], {
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      },
    });
    const [url = ""] = /http:\/\/127[^"]*/.exec(await running.untilWritten(/"listening"/)) ?? [];
    await fetch(`${url}/v1/models`, { headers: { "x-api-key": key } });
    await running.end("SIGTERM");
    const names = spansOf(collector.bodiesOf("/v1/traces")).map(({ name }) => name);
    expect(names).toEqual(isSent ? ["list_models"] : []);
  });
});

function isChat({ name }: Span): boolean {
  return name === "chat echo";
}
