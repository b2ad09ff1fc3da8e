import { type EndedAttempt, noUsage } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { askedModel, attemptErrorType, attemptNames, finishReasonsOf } from "./attempt.js";

const attempt: EndedAttempt = {
  ...{ attemptId: "att_1", number: 1, model: "main", end: "completed", milliseconds: 1 },
  ...{ usage: noUsage, costNanoDollars: 0, reservedNanoDollars: 0 },
};
const failure = { kind: "overloaded" } as never;

describe("an attempt", () => {
  it("asks for the upstream's own name of the model, or for ours", () => {
    expect(askedModel({ ...attempt, upstreamModel: "origin-model" })).toBe("origin-model");
    expect(askedModel(attempt)).toBe("main");
  });

  it("is named by the convention, without what it does not have", () => {
    const named = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "diglot",
      "gen_ai.request.model": "main",
      "diglot.model": "main",
    };
    expect(attemptNames(attempt, "messages")).toEqual(named);
    const upstream = "http://127.0.0.1:8000/v1";
    expect(attemptNames({ ...attempt, upstream, upstreamFormat: "messages" }, "messages")).toEqual({
      ...named,
      "gen_ai.provider.name": "anthropic",
      "server.address": "127.0.0.1",
      "server.port": 8000,
    });
  });

  it("is named by the place of its key, if its upstream has several", () => {
    expect(attemptNames({ ...attempt, upstreamKey: "keys[1]" }, "messages")).toMatchObject({
      "diglot.upstream.key": "keys[1]",
    });
  });

  it("is named by what its endpoint is for", () => {
    const named = ["embeddings", "completions", "responses"].map(
      (format) => attemptNames(attempt, format)["gen_ai.operation.name"],
    );
    expect(named).toEqual(["embeddings", "text_completion", "chat"]);
  });

  it.each<[EndedAttempt["end"], string | undefined]>([
    ["completed", undefined],
    ["client_abort", undefined],
    ["unsent", undefined],
    ["upstream_error", "upstream_error"],
    ["abandoned", "abandoned"],
  ])("that has ended by %s has the error type %s, or that of its failure", (end, type) => {
    expect(attemptErrorType({ ...attempt, end })).toBe(type);
    expect(attemptErrorType({ ...attempt, end, failure })).toBe("overloaded");
  });

  it("has the reasons of its upstream, if there are any", () => {
    const reply = (finishReasons: readonly string[]) => ({ finishReasons }) as never;
    expect(finishReasonsOf({ ...attempt, reply: reply(["stop", "length"]) })).toEqual([
      ...["stop", "length"],
    ]);
    expect(finishReasonsOf({ ...attempt, reply: reply([]) })).toBeUndefined();
    expect(finishReasonsOf({ ...attempt, reply: {} as never })).toBeUndefined();
    expect(finishReasonsOf(attempt)).toBeUndefined();
    expect(finishReasonsOf(undefined)).toBeUndefined();
  });
});
