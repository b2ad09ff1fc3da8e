import { defineModel, healthEndpoints, ServiceError, withFallback } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { modelOf } from "@diglot/test-support/models";
import { endpoints, headersOf } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { observe } from "./observe.js";
import {
  askPlainly,
  askWithRetry,
  caller,
  formatPairs,
  leaveStream,
  streamWithFallback,
} from "./requests.js";
import { failing, modelAt, startUpstream } from "./upstreams.js";

const providers = { messages: "anthropic", "chat-completions": "openai" } as const;
/** What is said only of streams. */
const ofStreams = ["gen_ai.request.stream", "gen_ai.response.time_to_first_chunk"];
const tokens = {
  "gen_ai.usage.input_tokens": 12,
  "gen_ai.usage.cache_read.input_tokens": 2,
  "gen_ai.usage.output_tokens": 5,
};

describe.each(formatPairs)("a caller of %s and an upstream of %s", (from, to) => {
  const asked = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": providers[to],
    "gen_ai.request.model": "origin-model",
    "server.address": "127.0.0.1",
    "diglot.upstream.format": to,
  };
  const request = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "diglot",
    "gen_ai.request.model": "main",
    "diglot.format": from,
    "diglot.operation": "generate",
  };

  it("give one server span and one client span, with tokens and cost", async () => {
    const { spansOf } = await askPlainly(from, to);
    const [server, client, ...others] = spansOf();
    expect(others).toEqual([]);
    expect(server).toMatchObject({
      ...{ name: "chat main", kind: "SERVER", status: "UNSET", events: [] },
      ...{ traceId: caller.traceId, parentId: caller.spanId },
      attributes: {
        ...{ ...request, ...tokens, "gen_ai.response.model": "main" },
        ...{ "diglot.outcome": "answered", "diglot.attempts": 1, "http.response.status_code": 200 },
        "diglot.cost.nano_dollars": 2_200_000,
      },
    });
    expect(client).toMatchObject({
      ...{ name: "chat origin-model", kind: "CLIENT", status: "UNSET" },
      ...{ traceId: caller.traceId, parentId: server?.spanId },
      attributes: {
        ...{ ...asked, ...tokens, "server.port": expect.any(Number), "diglot.model": "main" },
        ...{ "diglot.attempt.number": 1, "diglot.attempt.end": "completed" },
        "diglot.cost.nano_dollars": 2_200_000,
        "gen_ai.response.id": expect.stringMatching(/./),
        "gen_ai.response.finish_reasons": [expect.stringMatching(/^(end|end_turn|stop)$/)],
      },
    });
    for (const span of [server, client]) {
      for (const name of ofStreams) expect(span?.attributes).not.toHaveProperty([name]);
    }
    expect(client?.attributes).not.toHaveProperty(["error.type"]);
  });

  it("show a retried request as two attempts, of which the first has failed", async () => {
    const { spansOf, upstream } = await askWithRetry(from, to);
    const [server, first, second, ...others] = spansOf();
    expect(others).toEqual([]);
    expect(server).toMatchObject({ status: "UNSET", attributes: { "diglot.attempts": 2 } });
    expect(first).toMatchObject({
      ...{ kind: "CLIENT", status: "ERROR", parentId: server?.spanId },
      message: expect.stringMatching(/is overloaded.* The upstream answered 5\d\d /),
      attributes: {
        ...{ ...asked, "error.type": "overloaded", "diglot.fault": "upstream" },
        ...{ "diglot.attempt.number": 1, "diglot.attempt.end": "upstream_error" },
      },
    });
    expect(first?.attributes).not.toHaveProperty(["gen_ai.usage.output_tokens"]);
    expect(second).toMatchObject({
      ...{ status: "UNSET", parentId: server?.spanId },
      attributes: { ...tokens, "diglot.attempt.number": 2 },
    });
    expect(upstream.sent.map(({ traceparent }) => traceparent)).toEqual(
      [first, second].map((span) => `00-${caller.traceId}-${span?.spanId}-01`),
    );
  });

  it("show who has answered a failed-over stream, and what it has lost", async () => {
    const { spansOf, broken, spare } = await streamWithFallback(from, to);
    const [server, first, second, ...others] = spansOf();
    expect(others).toEqual([]);
    const isTranslated = from !== to;
    expect(server).toMatchObject({
      ...{ name: "chat main", status: "UNSET", parentId: caller.spanId },
      attributes: {
        ...{ ...request, ...tokens, "gen_ai.request.stream": true },
        ...{ "gen_ai.response.model": "spare", "diglot.model": "main" },
        "gen_ai.response.time_to_first_chunk": expect.any(Number),
        ...{ "diglot.outcome": "answered", "diglot.losses": isTranslated ? 1 : 0 },
      },
      events: isTranslated
        ? [{ name: "diglot.loss", attributes: { "diglot.loss.direction": "request" } }]
        : [],
    });
    expect(first).toMatchObject({ status: "ERROR", attributes: { "diglot.model": "main" } });
    expect(second).toMatchObject({
      status: "UNSET",
      attributes: {
        ...{ ...tokens, "diglot.model": "spare", "gen_ai.request.stream": true },
        "gen_ai.response.time_to_first_chunk": expect.any(Number),
      },
    });
    expect(broken.sent[0]?.traceparent).toContain(first?.spanId);
    expect(spare.sent[0]?.traceparent).toContain(second?.spanId);
  });

  it("show a caller who has left as nobody's failure", async () => {
    const { spansOf } = await leaveStream(from, to);
    const [server, client, ...others] = spansOf();
    expect(others).toEqual([]);
    expect(server).toMatchObject({
      ...{ status: "UNSET", attributes: { "diglot.outcome": "left" } },
    });
    expect(client).toMatchObject({
      ...{ status: "UNSET", attributes: { "diglot.attempt.end": "client_abort" } },
    });
    expect(client?.attributes).not.toHaveProperty(["error.type"]);
  });
});

describe("the span of a request", () => {
  it("begins when the request came, also if it was refused before it began", async () => {
    const clock = createFakeClock();
    const before = clock.now();
    const authenticate = () => {
      clock.advance(250);
      return undefined;
    };
    const { ask, spansOf, service } = observe([modelOf(["Hello"])], {}, { clock, authenticate });
    await ask("messages", {}, { "x-api-key": "wrong" });
    await service.close();
    const [span, ...others] = spansOf();
    expect(others).toEqual([]);
    expect(span).toMatchObject({
      ...{ name: "chat", kind: "SERVER", status: "UNSET" },
      attributes: {
        ...{ "diglot.outcome": "refused", "http.response.status_code": 401 },
        ...{ "error.type": "unauthenticated", "diglot.fault": "caller" },
      },
    });
    expect([span?.start, span?.end]).toEqual([before, before + 250]);
  });

  it("says which model was asked for, and has its name only if there is such a model", async () => {
    const { ask, spansOf, service } = observe([{ ...modelOf(["Hello"]), aliases: ["any-*"] }]);
    await ask("messages", { model: "none" });
    await ask("messages", { model: "any-7" });
    await service.close();
    expect(spansOf().filter(({ kind }) => kind === "SERVER")).toMatchObject([
      { name: "chat", attributes: { "gen_ai.request.model": "none" } },
      { name: "chat scripted", attributes: { "gen_ai.request.model": "any-7" } },
    ]);
  });

  it("has an error and the service's words if no upstream answers", async () => {
    const upstream = await startUpstream(failing(9));
    const { ask, spansOf, service } = observe([modelAt(upstream, "messages", "main")]);
    await ask("chat-completions", {});
    await service.close();
    const [server, attempt] = spansOf();
    expect(server).toMatchObject({
      ...{ status: "ERROR", message: expect.stringMatching(/overloaded/) },
      attributes: {
        ...{ "diglot.outcome": "failed", "error.type": "overloaded", "diglot.fault": "upstream" },
      },
    });
    expect(server?.attributes).not.toHaveProperty(["gen_ai.response.model"]);
    expect(attempt).toMatchObject({
      ...{ status: "ERROR", message: expect.stringMatching(/status 529/) },
      attributes: { "diglot.upstream.status": 529 },
    });
  });

  it("has an error if a stream breaks after it began", async () => {
    const model = modelOf(async function* () {
      yield "Hello";
      throw new ServiceError({ kind: "upstream_unavailable", message: "Gone." });
    });
    const { ask, spansOf, service } = observe([model]);
    await ask("messages", { stream: true });
    await service.close();
    expect(spansOf()).toMatchObject([
      {
        status: "ERROR",
        attributes: { "diglot.outcome": "failed", "http.response.status_code": 200 },
      },
      { status: "ERROR", attributes: { "error.type": "upstream_unavailable" } },
    ]);
  });

  it("has no time of a first chunk if a stream fails before it", async () => {
    const model = modelOf(async function* () {
      if (service) throw new ServiceError({ kind: "upstream_unavailable", message: "Gone." });
      yield "never";
    });
    const { ask, spansOf, service } = observe([model]);
    await ask("messages", { stream: true });
    await service.close();
    expect(spansOf()).toHaveLength(2);
    for (const { attributes } of spansOf()) {
      expect(attributes).toMatchObject({ "gen_ai.request.stream": true });
      expect(attributes).not.toHaveProperty(["gen_ai.response.time_to_first_chunk"]);
    }
  });

  it("of a count of tokens has no attempt", async () => {
    const { service, spansOf, pointsOf } = observe([modelOf(["Hello"])]);
    const { path, body } = endpoints.messages;
    const { max_tokens: _, ...counted } = body;
    const init = { method: "POST", headers: headersOf("messages"), body: JSON.stringify(counted) };
    await (await service.request(`${path}/count_tokens`, init)).text();
    await service.close();
    const names = { "gen_ai.operation.name": "count_tokens", "gen_ai.request.model": "scripted" };
    expect(spansOf()).toMatchObject([
      { name: "count_tokens scripted", attributes: { ...names, "diglot.outcome": "answered" } },
    ]);
    expect(await pointsOf("gen_ai.server.request.duration")).toMatchObject([
      { attributes: names, value: { count: 1 } },
    ]);
  });

  it("has one attempt for each of several choices", async () => {
    const { ask, spansOf, service } = observe([modelOf(["Hello"])]);
    await ask("chat-completions", { n: 3 });
    await service.close();
    const [server, ...attempts] = spansOf();
    expect(server?.attributes).toMatchObject({ "diglot.attempts": 3 });
    expect(attempts.map(({ parentId }) => parentId)).toEqual(Array(3).fill(server?.spanId));
  });

  it("has an error if a model is at fault, and none of its words", async () => {
    const model = defineModel("broken", () => {
      throw new Error("secret words");
    });
    const { ask, spansOf, service } = observe([model]);
    await ask("messages", {});
    await service.close();
    const [server, attempt] = spansOf();
    const attributes = { "error.type": "internal", "diglot.fault": "defect" };
    expect(server).toMatchObject({ status: "ERROR", attributes });
    expect(attempt).toMatchObject({ kind: "INTERNAL", status: "ERROR", attributes });
    expect(attempt?.attributes).toMatchObject({ "gen_ai.provider.name": "diglot" });
    expect(JSON.stringify(spansOf())).not.toContain("secret words");
  });

  it("has an event for a model that failed without an attempt", async () => {
    const lost: ReturnType<typeof modelOf> = {
      ...modelOf(["never"], {}, "lost"),
      respond: () => Promise.reject(new ServiceError({ kind: "overloaded", message: "Full." })),
    };
    const model = withFallback([lost, modelOf(["Hello"], {}, "spare")]);
    const { ask, spansOf, pointsOf, service } = observe([model], { metricsName: ["key"] });
    await ask("messages", {});
    await service.close();
    expect(spansOf()[0]?.events).toMatchObject([
      {
        name: "diglot.failure",
        attributes: {
          "diglot.step": "attempt",
          "diglot.model": "lost",
          "error.type": "overloaded",
        },
      },
    ]);
    expect(await pointsOf("diglot.failures")).toMatchObject([
      {
        value: 1,
        attributes: {
          "diglot.step": "attempt",
          "diglot.key.id": "key-1",
          "error.type": "overloaded",
        },
      },
    ]);
  });

  it("of an additional endpoint has its path, as it was declared", async () => {
    const endpoints = healthEndpoints();
    const { service, spansOf, pointsOf } = observe([modelOf(["Hello"])], {}, { endpoints });
    await (await service.request("/healthz")).text();
    await service.close();
    expect(spansOf()).toMatchObject([{ name: "endpoint /healthz", kind: "SERVER" }]);
    expect(await pointsOf("diglot.requests")).toMatchObject([
      { attributes: { "diglot.operation": "endpoint", "diglot.endpoint": "/healthz" } },
    ]);
  });

  it("has no words of the convention if no model is asked", async () => {
    const { service, spansOf, pointsOf } = observe([modelOf(["Hello"])]);
    await (await service.request("/v1/models", { headers: headersOf("messages") })).text();
    await service.close();
    const [span] = spansOf();
    expect(span).toMatchObject({ name: "list_models", kind: "SERVER" });
    expect(Object.keys(span?.attributes ?? {}).join()).not.toContain("gen_ai");
    expect(await pointsOf("gen_ai.server.request.duration")).toEqual([]);
    expect(await pointsOf("diglot.requests")).toMatchObject([
      { value: 1, attributes: { "diglot.operation": "list_models" } },
    ]);
  });
});

describe("what spans may name", () => {
  it("is nobody, unless it was asked for", async () => {
    const { spansOf } = await streamWithFallback("messages", "messages");
    expect(JSON.stringify(spansOf())).not.toMatch(/team|key-1|ann/);
  });

  it("is who was asked for, in all spans of the request", async () => {
    const options = { spansName: ["account", "key", "endUser"] } as const;
    const { spansOf } = await streamWithFallback("messages", "messages", options);
    const identity = {
      ...{ "diglot.account.id": "team", "diglot.key.id": "key-1", "diglot.end_user.id": "ann" },
    };
    expect(spansOf()).toMatchObject(Array(3).fill({ attributes: identity }));
  });

  it("is never what was said", async () => {
    const { ask, spansOf, pointsOf, service } = observe([modelOf(["the answer"])]);
    await ask("messages", { messages: [{ role: "user", content: "the question" }] });
    await service.close();
    const points = await pointsOf("gen_ai.client.operation.duration");
    const all = JSON.stringify([spansOf(), points]);
    expect(all).toContain("scripted");
    expect(all).not.toMatch(/the question|the answer/);
  });
});
