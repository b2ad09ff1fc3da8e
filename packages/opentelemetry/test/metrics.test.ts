import { chatCompletionsUpstream, usage } from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { deferred } from "@diglot/test-support/wait";
import type { Meter, MetricOptions } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { createInstruments } from "../src/metrics/instruments.js";
import { observe, type Point } from "./observe.js";
import {
  askPlainly,
  askWithRetry,
  formatPairs,
  leaveStream,
  streamWithFallback,
} from "./requests.js";

const providers = { messages: "anthropic", "chat-completions": "openai" } as const;

describe.each(formatPairs)("a caller of %s and an upstream of %s", (from, to) => {
  const server = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "diglot",
    "gen_ai.request.model": "main",
    "diglot.format": from,
  };
  const client = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": providers[to],
    "gen_ai.request.model": "origin-model",
    "server.address": "127.0.0.1",
    "server.port": expect.any(Number),
  };

  it("are measured without times of first tokens if nothing is streamed", async () => {
    const { pointsOf } = await askPlainly(from, to);
    expect(await pointsOf("gen_ai.server.request.duration")).toMatchObject([
      {
        attributes: { ...server, "gen_ai.response.model": "main", "diglot.outcome": "answered" },
        value: { count: 1 },
      },
    ]);
    expect(await pointsOf("gen_ai.client.operation.duration")).toMatchObject([
      { attributes: { ...client, "diglot.model": "main" }, value: { count: 1 } },
    ]);
    expect(await pointsOf("gen_ai.client.token.usage")).toMatchObject([
      { attributes: { ...client, "gen_ai.token.type": "input" }, value: { count: 1, sum: 12 } },
      { attributes: { ...client, "gen_ai.token.type": "output" }, value: { count: 1, sum: 5 } },
    ]);
    expect(await pointsOf("diglot.cost")).toMatchObject([
      { attributes: { ...client, "diglot.model": "main" }, value: 0.0022 },
    ]);
    expect(await pointsOf("diglot.requests")).toMatchObject([
      { attributes: { "diglot.format": from, "diglot.outcome": "answered" }, value: 1 },
    ]);
    expect(await pointsOf("gen_ai.server.time_to_first_token")).toEqual([]);
    expect(await pointsOf("gen_ai.server.time_per_output_token")).toEqual([]);
    expect(await pointsOf("gen_ai.client.operation.time_to_first_chunk")).toEqual([]);
  });

  it("count one request and two attempts if the first attempt fails", async () => {
    const { pointsOf } = await askWithRetry(from, to);
    expect(await pointsOf("gen_ai.server.request.duration")).toMatchObject([
      { value: { count: 1 } },
    ]);
    const attempts = await pointsOf("gen_ai.client.operation.duration");
    expect(attempts.map(errorOf)).toEqual(["overloaded", undefined]);
    expect(await pointsOf("gen_ai.client.token.usage")).toMatchObject([
      { value: { count: 1 } },
      { value: { count: 1 } },
    ]);
  });

  it("time the stream of whoever has answered, and count what was lost", async () => {
    const { pointsOf } = await streamWithFallback(from, to);
    const answered = { attributes: { ...server, "gen_ai.response.model": "spare" } };
    for (const name of ["time_to_first_token", "time_per_output_token"]) {
      expect(await pointsOf(`gen_ai.server.${name}`)).toMatchObject([
        { ...answered, value: { count: 1 } },
      ]);
    }
    expect(await pointsOf("gen_ai.client.operation.time_to_first_chunk")).toMatchObject([
      { attributes: { ...client, "diglot.model": "spare" }, value: { count: 1 } },
    ]);
    const loss = { "diglot.loss.code": "dropped", "diglot.loss.direction": "request" };
    expect(await pointsOf("diglot.losses")).toMatchObject(
      from === to ? [] : [{ attributes: { ...loss, "diglot.format": from }, value: 1 }],
    );
  });

  it("count a caller who has left, without a failure and without a time per token", async () => {
    const { pointsOf } = await leaveStream(from, to);
    const [request] = await pointsOf("gen_ai.server.request.duration");
    expect(request?.attributes).toMatchObject({ "diglot.outcome": "left" });
    const [attempt] = await pointsOf("gen_ai.client.operation.duration");
    expect([request, attempt].map((point) => point && errorOf(point))).toEqual([
      undefined,
      undefined,
    ]);
    expect(await pointsOf("gen_ai.server.time_per_output_token")).toEqual([]);
    expect(await pointsOf("diglot.running_requests")).toMatchObject([
      { attributes: server, value: 0 },
    ]);
  });
});

describe("metrics", () => {
  it("have the bucket boundaries of the convention", async () => {
    const { pointsOf } = await streamWithFallback("messages", "messages");
    const boundariesOf = async (name: string) => {
      const [point] = await pointsOf(name);
      return typeof point?.value === "object" ? point.value.buckets.boundaries : undefined;
    };
    const durations = [
      ...[0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64],
      ...[1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
    ];
    expect(await boundariesOf("gen_ai.server.request.duration")).toEqual(durations);
    expect(await boundariesOf("gen_ai.client.operation.duration")).toEqual(durations);
    expect(await boundariesOf("gen_ai.client.operation.time_to_first_chunk")).toEqual(durations);
    expect(await boundariesOf("gen_ai.server.time_to_first_token")).toEqual([
      ...[0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1],
      ...[0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    ]);
    expect(await boundariesOf("gen_ai.server.time_per_output_token")).toEqual([
      0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5,
    ]);
    expect(await boundariesOf("gen_ai.client.token.usage")).toEqual([
      ...[1, 4, 16, 64, 256, 1024, 4096, 16384, 65536],
      ...[262144, 1048576, 4194304, 16777216, 67108864],
    ]);
  });

  it("have units, by which they are named elsewhere, and words for those who read them", () => {
    const declared: Record<string, string | undefined> = {};
    const declare = (name: string, { unit, description }: MetricOptions) => {
      declared[name] = unit;
      expect(description, name).toMatch(/^[A-Z].+\.$/);
      return {};
    };
    createInstruments({
      ...{ createHistogram: declare, createCounter: declare },
      ...{ createUpDownCounter: declare, createGauge: declare },
    } as unknown as Meter);
    expect(declared).toEqual({
      "gen_ai.server.request.duration": "s",
      "gen_ai.server.time_to_first_token": "s",
      "gen_ai.server.time_per_output_token": "s",
      "gen_ai.client.operation.duration": "s",
      "gen_ai.client.operation.time_to_first_chunk": "s",
      "gen_ai.client.token.usage": "{token}",
      "diglot.requests": "{request}",
      "diglot.running_requests": "{request}",
      "diglot.cost": "USD",
      "diglot.failures": "{failure}",
      "diglot.losses": "{loss}",
      "diglot.upstream.key_rests": "{rest}",
      "diglot.upstream.ready": undefined,
    });
  });

  it("count how often each of several keys rests", async () => {
    const fetch = async () => Response.json({ error: { message: "No." } }, { status: 429 });
    const apiKeys = ["sk-canary-1", "sk-canary-2"];
    const options = { id: "main", baseUrl: "http://host/v1", apiKeys, fetch };
    const { ask, pointsOf, service } = observe([chatCompletionsUpstream(options)]);
    await ask("messages", {});
    await service.close();
    const rests = await pointsOf("diglot.upstream.key_rests");
    expect(
      rests.map(({ attributes, value }) => [attributes["diglot.upstream.key"], value]),
    ).toEqual(
      expect.arrayContaining([
        ["keys[0]", 1],
        ["keys[1]", 1],
      ]),
    );
    expect(JSON.stringify(rests)).not.toContain("canary");
  });

  it("say of each upstream whether it could be used when it was asked last", async () => {
    const { reporter, pointsOf } = observe([modelOf(["Hello"])]);
    const event = { type: "upstream_checked", at: 1, upstream: "http://host/v1" } as const;
    const found = { unlistedModels: [], problem: undefined } as const;
    reporter({ ...event, ...found, name: "far", state: "ready" });
    reporter({ ...event, ...found, name: "near", state: "ready" });
    reporter({ ...event, ...found, name: "far", state: "key_refused" });
    expect(await pointsOf("diglot.upstream.ready")).toMatchObject([
      { attributes: { "diglot.upstream": "far" }, value: 0 },
      { attributes: { "diglot.upstream": "near" }, value: 1 },
    ]);
  });

  it("have no cost of a model without prices", async () => {
    const { ask, pointsOf, service } = observe([modelOf(["Hello"])]);
    await ask("messages", {});
    await service.close();
    expect(await pointsOf("diglot.cost")).toEqual([]);
  });

  it("count a request as long as it runs", async () => {
    const released = deferred();
    const model = modelOf(async function* () {
      await released.promise;
      yield "Hello";
    });
    const { ask, pointsOf, service } = observe([model]);
    const answer = ask("messages", {});
    await expect.poll(() => pointsOf("diglot.running_requests")).toMatchObject([{ value: 1 }]);
    released.resolve();
    await answer;
    await service.close();
    expect(await pointsOf("diglot.running_requests")).toMatchObject([{ value: 0 }]);
  });

  it("count all input, read from a cache or written to one for minutes or for an hour", async () => {
    const counts = { input: 40, cacheRead: 20, cacheWrite: 10, cacheWriteLong: 5, output: 30 };
    const { ask, pointsOf, spansOf, service } = observe([modelOf(["Hello", usage(counts)])]);
    await ask("messages", {});
    await service.close();
    expect(await pointsOf("gen_ai.client.token.usage")).toMatchObject([
      { attributes: { "gen_ai.token.type": "input" }, value: { count: 1, sum: 75 } },
      { attributes: { "gen_ai.token.type": "output" }, value: { count: 1, sum: 30 } },
    ]);
    for (const { attributes } of spansOf()) {
      expect(attributes).toMatchObject({
        "gen_ai.usage.input_tokens": 75,
        "gen_ai.usage.cache_read.input_tokens": 20,
        "gen_ai.usage.cache_creation.input_tokens": 15,
        "gen_ai.usage.output_tokens": 30,
      });
    }
  });

  it("add the cost of an attempt whose process was lost", async () => {
    const { reporter, pointsOf } = observe([], { metricsName: ["account", "key"] });
    const settlement = settlementOf("att_1", { costNanoDollars: 3_000_000 });
    const row = { ...reservationOf("att_1"), ...settlement, state: "recovered" } as const;
    reporter({ type: "recovered", at: 1_000, row });
    const identity = { "diglot.account.id": "account", "diglot.key.id": "key" };
    expect(await pointsOf("diglot.cost")).toMatchObject([
      { value: 0.003, attributes: { "diglot.model": "model", ...identity } },
    ]);
  });

  it("have no label that a caller can choose", async () => {
    const model = { ...modelOf(["Hello"]), aliases: ["any-*"] };
    const { ask, pointsOf, service } = observe([model]);
    await ask("messages", { model: "invented" });
    await ask("messages", { model: "any-invented" });
    await service.close();
    const [unknown, known] = await pointsOf("gen_ai.server.request.duration");
    expect(unknown?.attributes).toMatchObject({ "error.type": "unknown_model" });
    expect(known?.attributes).toMatchObject({ "gen_ai.request.model": "scripted" });
    expect(JSON.stringify([unknown, known])).not.toContain("invented");
  });

  it("name account and key only if it was asked for", async () => {
    const script = ["Hello", usage({ input: 10, output: 5 })];
    const prices = { input: 1, output: 1 };
    const names = ["gen_ai.client.token.usage", "diglot.cost", "diglot.requests"];
    for (const metricsName of [[], ["account", "key"]] as const) {
      const { ask, pointsOf, service } = observe([modelOf(script, { prices })], { metricsName });
      await ask("messages", {});
      await service.close();
      for (const name of names) {
        const [point] = await pointsOf(name);
        expect(point?.attributes["diglot.account.id"]).toBe(metricsName[0] && "team");
        expect(point?.attributes["diglot.key.id"]).toBe(metricsName[1] && "key-1");
      }
    }
  });
});

function errorOf({ attributes }: Point): unknown {
  return attributes["error.type"];
}
