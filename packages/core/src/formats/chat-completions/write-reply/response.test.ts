import { describe, expect, it } from "vitest";
import { reportedUsage } from "../../../../test/make.js";
import {
  call,
  chunksOf,
  completionOf,
  contextOf,
  eventsOf,
  type Piece,
  refusal,
  silentSettings,
  streamOf,
  text,
  thinking,
} from "../__fixtures__/make.js";
import { toFinishReason } from "../wire/stop-reason.js";
import { toUsage } from "./usage.js";

function choiceOf(
  pieces: readonly Piece[],
  reason: Parameters<typeof eventsOf>[1] = "end",
  context = contextOf(),
) {
  return completionOf(eventsOf(pieces, reason), context).choices[0];
}

const lookUp = call("call_1", "look_up", '{"q":1}');

describe("toResponse", () => {
  it("calls one function if the request uses functions instead of tools, streamed and not", () => {
    const functions = [{ name: "look_up" }];
    const events = eventsOf([lookUp, call("call_2", "look_up", "{}")], "tool_calls");
    const context = contextOf({ functions });
    const { message, finish_reason } = completionOf(events, context).choices[0]!;
    expect(context.receipt.entries).toMatchObject([{ at: "/content/1", code: "dropped" }]);
    expect(finish_reason).toBe("function_call");
    expect(message).toMatchObject({
      content: null,
      function_call: { name: "look_up", arguments: '{"q":1}' },
    });
    expect(message).not.toHaveProperty("tool_calls");
    const streamed = contextOf({ functions });
    const deltas = chunksOf(streamOf(events, streamed)).flatMap(
      ({ choices }) => choices[0]?.delta.function_call ?? [],
    );
    expect(deltas).toEqual([{ name: "look_up", arguments: "" }, { arguments: '{"q":1}' }]);
    expect(streamed.receipt.entries).toEqual(context.receipt.entries);

    const tools = [{ type: "function", function: { name: "look_up" } }];
    const both = completionOf(events, contextOf({ functions, tools })).choices[0]!;
    expect(both.finish_reason).toBe("tool_calls");
    expect(both.message.tool_calls).toHaveLength(2);
  });

  it("C001 writes a complete completion", () => {
    expect(completionOf(eventsOf([text("Hel", "lo")]), contextOf())).toEqual({
      id: `chatcmpl-${"0".repeat(28)}1`,
      object: "chat.completion",
      created: 1_700_000_000,
      model: "echo-1",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "Hello", refusal: null, annotations: [] },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
        completion_tokens_details: {
          reasoning_tokens: 2,
          audio_tokens: 0,
          accepted_prediction_tokens: 0,
          rejected_prediction_tokens: 0,
        },
      },
      service_tier: "default",
    });
  });

  it("C016 writes partial content with length", () => {
    expect(choiceOf([text("Once")], "max_tokens")).toMatchObject({
      message: { content: "Once" },
      finish_reason: "length",
    });
  });

  it("C019 writes a refusal with null content and stop", () => {
    expect(choiceOf([refusal("I won't.")], "refusal")).toMatchObject({
      message: { content: null, refusal: "I won't." },
      finish_reason: "stop",
    });
  });

  it("C020 names filtered output content_filter", () => {
    expect(choiceOf([text("a")], "content_filter")?.finish_reason).toBe("content_filter");
    expect(choiceOf([], "refusal")?.finish_reason).toBe("content_filter");
  });

  it("C021 writes an empty string if reasoning used the whole budget", () => {
    expect(choiceOf([thinking("Hm")], "max_tokens")).toMatchObject({
      message: { content: "" },
      finish_reason: "length",
    });
  });

  it("C024 names the tier priority when fast was asked for", () => {
    const tierOf = (service_tier: string | null) =>
      completionOf(eventsOf([]), contextOf({ service_tier })).service_tier;
    expect(["fast", "priority", "flex", "auto", null, "new"].map(tierOf)).toEqual([
      "priority",
      "priority",
      "flex",
      "default",
      "default",
      "default",
    ]);
  });

  it("C031 writes a call with null content, and no empty list without calls", () => {
    expect(choiceOf([lookUp], "tool_calls")).toEqual({
      index: 0,
      message: {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "look_up", arguments: '{"q":1}' } },
        ],
        refusal: null,
        annotations: [],
      },
      logprobs: null,
      finish_reason: "tool_calls",
    });
    expect(choiceOf([text("a")])?.message).not.toHaveProperty("tool_calls");
  });

  it("C032 C033 writes text and several calls in their order", () => {
    const { message } = choiceOf([text("Wait."), lookUp, call("call_2", "add", "{}")]) ?? {};
    expect(message?.content).toBe("Wait.");
    expect(message?.tool_calls?.map(({ id }) => id)).toEqual(["call_1", "call_2"]);
  });

  it("C039 keeps broken arguments unchanged, also of a call that was cut", () => {
    const broken: Piece = { ...call("call_1", "look_up", '{"q":'), clipped: true };
    expect(choiceOf([broken], "max_tokens")).toMatchObject({
      message: { content: null, tool_calls: [{ function: { arguments: '{"q":' } }] },
      finish_reason: "length",
    });
  });

  it("shows reasoning only if the settings say so", () => {
    const pieces = [thinking("Hm"), lookUp];
    const shown = choiceOf(pieces, "tool_calls");
    expect(shown?.message).toMatchObject({ content: null, reasoning_content: "Hm" });
    const silent = choiceOf(pieces, "tool_calls", contextOf({}, silentSettings));
    expect(silent?.message).not.toHaveProperty("reasoning_content");
  });

  it("writes citations of this format as annotations", () => {
    const cited: Piece = { ...text("a"), citations: [{ type: "url_citation" }] };
    expect(choiceOf([cited])?.message.annotations).toEqual([{ type: "url_citation" }]);
  });
});

describe("toFinishReason", () => {
  it("has a finish reason for every neutral reason", () => {
    const text = { hasRefusal: false, hasCalls: false };
    const calls = { hasRefusal: false, hasCalls: true };
    const reasons = ["end", "stop_sequence", "max_tokens", "context_window", "tool_calls"] as const;
    expect(reasons.map((reason) => toFinishReason(reason, calls))).toEqual([
      "stop",
      "stop",
      "length",
      "length",
      "tool_calls",
    ]);
    expect(toFinishReason("pause", text)).toBe("stop");
    expect(toFinishReason("refusal", { ...text, hasRefusal: true })).toBe("stop");
    expect(toFinishReason("refusal", text)).toBe("content_filter");
  });

  it("is tool_calls only if there are calls, also for an unknown reason", () => {
    const text = { hasRefusal: false, hasCalls: false };
    const calls = { hasRefusal: false, hasCalls: true };
    expect(toFinishReason("tool_calls", text)).toBe("stop");
    expect(toFinishReason("other", text)).toBe("stop");
    expect(toFinishReason("other", calls)).toBe("tool_calls");
  });
});

describe("toUsage", () => {
  const counts = {
    input: 1,
    cacheRead: 4,
    cacheWrite: 2,
    cacheWriteLong: 3,
    output: 7,
    reasoning: 5,
  };

  it("C110 counts cached and written tokens as parts of the prompt", () => {
    expect(toUsage(reportedUsage(counts))).toMatchObject({
      prompt_tokens: 10,
      completion_tokens: 7,
      total_tokens: 17,
      prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 5 },
      completion_tokens_details: { reasoning_tokens: 5 },
    });
  });

  it("names written tokens only where there are some", () => {
    const plain = toUsage(reportedUsage({ ...counts, cacheWrite: 0, cacheWriteLong: 0 }));
    expect(plain.prompt_tokens_details).toEqual({ cached_tokens: 4, audio_tokens: 0 });
  });
});
