import { describe, expect, it } from "vitest";
import { readEvents, readReply } from "./responses-reply.js";

const message = { type: "message", content: [{ type: "output_text", text: "Hi" }] };
const call = { type: "function_call", name: "f", arguments: '{"a":1}' };
const reasoning = { type: "reasoning", summary: [], encrypted_content: "c2VhbA==" };

const event = (type: string, members: object) => JSON.stringify({ type, ...members });
const created = event("response.created", { response: { output: [] } });
const done = (item: object) => event("response.output_item.done", { item });

describe("readReply", () => {
  it("reads text, calls, reasoning, usage and the reason for the end", () => {
    const reply = readReply({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [reasoning, message, call],
      usage: { input_tokens: 3, output_tokens: 4 },
    });
    expect(reply).toEqual({
      text: "Hi",
      calls: [{ name: "f", arguments: { a: 1 } }],
      reasoningIn: ["encrypted_content"],
      finish: "max_output_tokens",
      isCut: true,
      inputTokens: 3,
      outputTokens: 4,
      cachedTokens: undefined,
      choices: 1,
      hasLogprobs: false,
    });
  });

  it.each([null, "text", {}, { output: "Hi" }, { status: "failed", output: [] }])(
    "reads nothing in %j",
    (value) => {
      expect(readReply(value)).toBeUndefined();
    },
  );
});

describe("readEvents", () => {
  it("reads the response of the last event", () => {
    const response = { status: "completed", output: [message], usage: { output_tokens: 7 } };
    expect(readEvents([created, event("response.completed", { response })])).toMatchObject({
      text: "Hi",
      outputTokens: 7,
      cachedTokens: undefined,
      finish: "completed",
      stream: { events: 2, hasTerminalEvent: true },
    });
  });

  it("reads the items where they ended, if the last event has none or did not come", () => {
    const end = event("response.completed", { response: { status: "completed", output: [] } });
    expect(readEvents([created, done(message), done(call), end])).toMatchObject({
      text: "Hi",
      calls: [{ name: "f" }],
    });
    expect(readEvents([created, done(message)])).toMatchObject({
      text: "Hi",
      finish: undefined,
      stream: { hasTerminalEvent: false },
    });
  });

  it("reads nothing in other events, and in a response that has failed", () => {
    expect(readEvents(["[DONE]", '{"type":"ping"}', "no JSON"])).toBeUndefined();
    const failed = { response: { status: "failed", output: [] } };
    expect(readEvents([created, event("response.failed", failed)])).toBeUndefined();
  });
});
