import { describe, expect, it } from "vitest";
import { readEvents, readReply } from "./chat-completions-reply.js";

const chunk = (delta: object, finish: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] });

describe("readReply", () => {
  it("reads text, calls, reasoning, usage and the reason for the end", () => {
    const call = { function: { name: "f", arguments: '{"a":1}' } };
    const reply = readReply({
      choices: [
        {
          message: { content: "Hi", reasoning: "Hm", reasoning_content: "", tool_calls: [call] },
          finish_reason: "length",
          logprobs: { content: [{ token: "Hi" }] },
        },
        {},
      ],
      usage: { prompt_tokens: 3, completion_tokens: 4 },
    });
    expect(reply).toEqual({
      text: "Hi",
      calls: [{ name: "f", arguments: { a: 1 } }],
      reasoningIn: ["reasoning"],
      finish: "length",
      isCut: true,
      inputTokens: 3,
      outputTokens: 4,
      cachedTokens: undefined,
      choices: 2,
      hasLogprobs: true,
    });
  });

  it.each([
    { usage: { prompt_tokens_details: { cached_tokens: 8 } } },
    { usage: { prompt_cache_hit_tokens: 8 } },
    { usage: { cached_tokens: 8 } },
    { timings: { cache_n: 8 } },
  ])("reads how much of the prompt was cached: %j", (counts) => {
    expect(readReply({ choices: [{ message: {} }], ...counts })?.cachedTokens).toBe(8);
  });

  it("reads null content, as comes with calls, as no text", () => {
    expect(readReply({ choices: [{ message: { content: null } }] })?.text).toBe("");
  });

  it.each([null, "text", {}, { choices: [] }, { choices: [{}] }])(
    "reads nothing in %j",
    (value) => {
      expect(readReply(value)).toBeUndefined();
    },
  );
});

describe("readEvents", () => {
  it("joins the pieces of a call by their index", () => {
    const piece = (index: number, name: string | undefined, json: string) =>
      chunk({ tool_calls: [{ index, function: { name, arguments: json } }] });
    const data = [piece(0, "f", ""), piece(1, "g", '{"b"'), piece(0, undefined, '{"a":1}')];
    expect(
      readEvents([...data, piece(1, undefined, ":2}"), chunk({}, "tool_calls")])?.calls,
    ).toEqual([
      { name: "f", arguments: { a: 1 } },
      { name: "g", arguments: { b: 2 } },
    ]);
  });

  it("takes calls without an index for calls of their own", () => {
    const whole = (name: string) =>
      chunk({ tool_calls: [{ function: { name, arguments: "{}" } }] });
    expect(readEvents([whole("f"), whole("g")])?.calls.map(({ name }) => name)).toEqual(["f", "g"]);
  });

  it("reads usage from a chunk without choices", () => {
    const usage = JSON.stringify({ choices: [], usage: { completion_tokens: 7 } });
    expect(readEvents([chunk({ content: "Hi" }, "stop"), usage, "[DONE]"])).toMatchObject({
      text: "Hi",
      outputTokens: 7,
      cachedTokens: undefined,
      finish: "stop",
      stream: { events: 2, hasTerminalEvent: true },
    });
  });

  it("says what is missing at the end of a stream", () => {
    expect(readEvents([chunk({ content: "Hi" })])).toMatchObject({
      finish: undefined,
      stream: { hasTerminalEvent: false },
    });
  });

  it("reads nothing where no event is a chunk", () => {
    expect(readEvents(["[DONE]", '{"type":"ping"}', "no JSON"])).toBeUndefined();
  });
});
