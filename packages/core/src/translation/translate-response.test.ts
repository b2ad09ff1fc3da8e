import { describe, expect, it } from "vitest";
import { ServiceError } from "../errors/service-error.js";
import { translateRequest } from "./translate-request.js";
import { translateResponse } from "./translate-response.js";

const message = {
  id: "msg_01abc",
  type: "message",
  role: "assistant",
  model: "the-model",
  content: [
    { type: "text", text: "Hello, " },
    { type: "text", text: "you." },
  ],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 3, cache_read_input_tokens: 4, output_tokens: 5 },
};
const completion = {
  id: "chatcmpl-abc",
  object: "chat.completion",
  created: 1,
  model: "the-model",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
};

describe("translateResponse", () => {
  it("returns a body unchanged between equal formats", () => {
    expect(translateResponse("messages", "messages", message)).toEqual({
      body: message,
      text: JSON.stringify(message),
      receipt: [],
    });
  });

  it("T151 writes every part of a message as a completion", () => {
    expect(translateResponse("messages", "chat-completions", message).body).toMatchObject({
      id: "chatcmpl-01abc",
      model: "the-model",
      choices: [{ message: { content: "Hello, you." }, finish_reason: "stop" }],
      usage: {
        prompt_tokens: 7,
        completion_tokens: 5,
        total_tokens: 12,
        prompt_tokens_details: { cached_tokens: 4 },
      },
    });
  });

  it("writes a completion as a message", () => {
    expect(translateResponse("chat-completions", "messages", completion).body).toMatchObject({
      id: "msg_abc",
      model: "the-model",
      content: [{ type: "text", text: "Hello." }],
      stop_reason: "end_turn",
      usage: { input_tokens: 7, output_tokens: 5 },
    });
  });

  it("lists in the receipt what cannot be shown", () => {
    const body = { ...message, stop_reason: "pause_turn" };
    const { receipt } = translateResponse("messages", "chat-completions", body);
    expect(receipt).toContainEqual(expect.objectContaining({ direction: "reply" }));
  });

  it("keeps numbers that JavaScript cannot hold", () => {
    const input = '{"b":12345678901234567890,"a":1.0}';
    const call = { type: "tool_use", id: "toolu_1", name: "f", input: "INPUT" };
    const text = JSON.stringify({ ...message, content: [call] }).replace('"INPUT"', input);
    const body = JSON.parse(text);
    const translated = translateResponse("messages", "chat-completions", body, { text });
    expect(translated.text).toContain(JSON.stringify(input));
    const back = { text: translated.text };
    expect(translateResponse("chat-completions", "messages", translated.body, back).text).toContain(
      input,
    );
  });

  it("gives calls the names that the request had for its tools", () => {
    const name = "a name with spaces";
    const request = {
      model: "m",
      messages: [{ role: "user", content: "x" }],
      tools: [{ type: "function", function: { name } }],
    };
    const { body: sent } = translateRequest("chat-completions", "messages", request);
    const called = (sent as { tools: { name: string }[] }).tools[0]?.name;
    const reply = {
      ...message,
      content: [{ type: "tool_use", id: "toolu_1", name: called, input: {} }],
      stop_reason: "tool_use",
    };
    const { body } = translateResponse("messages", "chat-completions", reply, { request });
    expect(called).not.toBe(name);
    expect(body).toMatchObject({
      choices: [{ message: { tool_calls: [{ function: { name } }] } }],
    });
  });

  it("throws the error that a body contains", () => {
    const failure = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    expect(() => translateResponse("messages", "chat-completions", failure)).toThrow(ServiceError);
  });
});
