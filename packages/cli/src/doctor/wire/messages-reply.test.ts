import { describe, expect, it } from "vitest";
import { readEvents, readReply } from "./messages-reply.js";

const events = (...list: readonly object[]) => list.map((event) => JSON.stringify(event));
const start = { type: "message_start", message: { usage: { input_tokens: 9, output_tokens: 1 } } };
const block = (index: number, content_block: object) => ({
  type: "content_block_start",
  index,
  content_block,
});
const delta = (index: number, members: object) => ({
  type: "content_block_delta",
  index,
  delta: members,
});
const end = {
  type: "message_delta",
  delta: { stop_reason: "max_tokens" },
  usage: { output_tokens: 5 },
};

describe("readReply", () => {
  it("reads text, calls, thinking, usage and the reason for the end", () => {
    const reply = readReply({
      content: [
        { type: "thinking", thinking: "" },
        { type: "text", text: "H" },
        { type: "text", text: "i" },
        { type: "tool_use", name: "f", input: { a: 1 } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 3, output_tokens: 4 },
    });
    expect(reply).toEqual({
      text: "Hi",
      calls: [{ name: "f", arguments: { a: 1 } }],
      reasoningIn: ["thinking"],
      finish: "tool_use",
      isCut: false,
      inputTokens: 3,
      outputTokens: 4,
      cachedTokens: undefined,
      choices: 1,
      hasLogprobs: false,
    });
  });

  it.each([null, {}, { content: "text" }])("reads nothing in %j", (value) => {
    expect(readReply(value)).toBeUndefined();
  });
});

describe("readEvents", () => {
  it("joins blocks whose events are interleaved, as llama.cpp sends them", () => {
    const reply = readEvents(
      events(
        start,
        block(0, { type: "text", text: "" }),
        delta(0, { type: "text_delta", text: "Hi" }),
        block(1, { type: "tool_use", name: "f" }),
        delta(1, { type: "input_json_delta", partial_json: '{"a"' }),
        delta(0, { type: "text_delta", text: "!" }),
        delta(1, { type: "input_json_delta", partial_json: ":1}" }),
        end,
        { type: "message_stop" },
      ),
    );
    expect(reply).toMatchObject({
      text: "Hi!",
      calls: [{ name: "f", arguments: { a: 1 } }],
      isCut: true,
      inputTokens: 9,
      outputTokens: 5,
      cachedTokens: undefined,
      stream: { events: 9, hasTerminalEvent: true },
    });
  });

  it("says what is missing at the end, and does not take the count at the start for one", () => {
    expect(readEvents(events(start))).toMatchObject({
      finish: undefined,
      outputTokens: undefined,
      cachedTokens: undefined,
      stream: { hasTerminalEvent: false },
    });
  });

  it("reads nothing where no message starts", () => {
    expect(readEvents(events({ type: "ping" }))).toBeUndefined();
  });
});
