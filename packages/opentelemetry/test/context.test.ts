import { createMemoryKeys, createService, messagesUpstream, type Reporter } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { headersOf, requestOf } from "@diglot/test-support/requests";
import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  CompositePropagator,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import { B3Propagator } from "@opentelemetry/propagator-b3";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openTelemetry } from "../src/index.js";
import { observe } from "./observe.js";
import { greet, modelAt, startUpstream } from "./upstreams.js";

const sent = {
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "vendor=1",
};

/** What an upstream is sent by a service with this reporter. */
async function sentWith(reporter: Reporter): Promise<Headers> {
  const headers: Headers[] = [];
  const model = messagesUpstream({
    ...{ id: "main", baseUrl: "http://up.example", apiKey: "none" },
    fetch: async (_url, init) => {
      headers.push(new Headers(init?.headers));
      return Response.json({});
    },
  });
  const keys = createMemoryKeys([{ key }]);
  const service = createService({ models: [model], keys, reporter });
  const init = { headers: { ...headersOf("messages"), ...sent } };
  await (await service.request(...requestOf("messages", { model: "main" }, init))).text();
  await service.close();
  return headers[0] ?? new Headers();
}

describe("in a host with instrumentation of its own", () => {
  beforeEach(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager());
    return () => context.disable();
  });

  it("the span of a request is part of the span that is active", async () => {
    const { ask, spansOf, service } = observe([modelOf(["Hello"])]);
    const outer = new TracerProvider().getTracer("host").startSpan("POST");
    await context.with(trace.setSpan(context.active(), outer), () => ask("messages", {}, sent));
    await service.close();
    const { traceId, spanId } = outer.spanContext();
    expect(spansOf()[0]).toMatchObject({ traceId, parentId: spanId });
  });

  it("the host's propagator decides what upstreams get", async () => {
    const upstream = await startUpstream(greet);
    const { ask, service } = observe([modelAt(upstream, "messages", "main")]);
    propagation.disable();
    propagation.setGlobalPropagator(
      new CompositePropagator({ propagators: [new W3CBaggagePropagator()] }),
    );
    const baggage = propagation.createBaggage({ tenant: { value: "7" } });
    const active = propagation.setBaggage(context.active(), baggage);
    await context.with(active, () => ask("messages", {}));
    await service.close();
    expect(upstream.sent[0]).toMatchObject({ baggage: "tenant=7" });
  });
});

describe("a host with other propagators", () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";

  it("continues a trace that came with headers of B3, and writes them", async () => {
    const upstream = await startUpstream(greet);
    const { ask, spansOf, service } = observe([modelAt(upstream, "messages", "main")]);
    propagation.disable();
    propagation.setGlobalPropagator(new B3Propagator());
    await ask("messages", {}, { b3: `${traceId}-b7ad6b7169203331-1` });
    await service.close();
    const [server, attempt] = spansOf();
    expect(server).toMatchObject({ traceId, parentId: "b7ad6b7169203331" });
    expect(upstream.sent[0]).toMatchObject({ b3: `${traceId}-${attempt?.spanId}-1` });
    expect(upstream.sent[0]).not.toHaveProperty("traceparent");
  });

  it("passes the caller's baggage on beside its trace", async () => {
    const upstream = await startUpstream(greet);
    const { ask, spansOf, service } = observe([modelAt(upstream, "messages", "main")]);
    propagation.disable();
    const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
    propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
    await ask("messages", {}, { ...sent, baggage: "tenant=7" });
    await service.close();
    const traceparent = `00-${traceId}-${spansOf()[1]?.spanId}-01`;
    expect(upstream.sent[0]).toMatchObject({ baggage: "tenant=7", traceparent });
  });

  it("leaves baggage out if it has no propagator for it", async () => {
    const upstream = await startUpstream(greet);
    const { ask, service } = observe([modelAt(upstream, "messages", "main")]);
    await ask("messages", {}, { ...sent, baggage: "tenant=7" });
    await service.close();
    expect(upstream.sent[0]).not.toHaveProperty("baggage");
  });
});

describe("while an attempt runs", () => {
  beforeEach(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager());
    return () => context.disable();
  });

  it("spans of a model in the process are children of its attempt", async () => {
    const tracer = new TracerProvider().getTracer("model");
    const parents: (string | undefined)[] = [];
    const note = () => {
      parents.push(trace.getActiveSpan()?.spanContext().spanId);
      tracer.startSpan("look up").end();
    };
    const model = modelOf(async function* () {
      try {
        note();
        yield "Hello";
        await Promise.resolve();
        note();
        yield "again";
      } finally {
        note();
      }
    });
    const { ask, spansOf, service } = observe([model]);
    await ask("messages", { stream: true });
    await service.close();
    const attempt = spansOf()[1]?.spanId;
    expect(parents).toEqual([attempt, attempt, attempt]);
    expect(attempt).toBeDefined();
  });

  it("so is what sends its request", async () => {
    const active: (string | undefined)[] = [];
    const model = messagesUpstream({
      ...{ id: "main", baseUrl: "http://up.example", apiKey: "none" },
      fetch: async () => {
        active.push(trace.getActiveSpan()?.spanContext().spanId);
        return Response.json({});
      },
    });
    const { ask, spansOf, service } = observe([model]);
    await ask("messages", {});
    await service.close();
    expect(active).toEqual([spansOf()[1]?.spanId]);
  });
});

describe("without a caller's trace", () => {
  it("a request begins one of its own", async () => {
    const { ask, spansOf, service } = observe([modelOf(["Hello"])]);
    await ask("messages", {});
    await service.close();
    const [server, attempt] = spansOf();
    expect(server?.parentId).toBeUndefined();
    expect(attempt?.traceId).toBe(server?.traceId);
  });
});

describe("without an SDK", () => {
  it("the caller's trace goes on unchanged", async () => {
    const headers = await sentWith(openTelemetry());
    expect(Object.fromEntries(headers)).toMatchObject(sent);
  });
});

describe("an SDK that is registered after the service was created", () => {
  it("gets the spans of the requests that follow", async () => {
    const names: string[] = [];
    const keys = createMemoryKeys([{ key }]);
    const service = createService({
      ...{ models: [modelOf(["Hello"])], keys, reporter: openTelemetry() },
    });
    onTestFinished(() => trace.disable());
    const record = { onStart: () => undefined, forceFlush: async () => undefined };
    const processor = { ...record, shutdown: async () => undefined };
    trace.setGlobalTracerProvider(
      new TracerProvider({
        spanProcessors: [{ ...processor, onEnd: ({ name }) => void names.push(name) }],
      }),
    );
    await (await service.request(...requestOf("messages"))).text();
    await service.close();
    expect(names).toEqual(["chat scripted", "chat scripted"]);
  });
});
