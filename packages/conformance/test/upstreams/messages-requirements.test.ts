import Anthropic from "@anthropic-ai/sdk";
import { framesOf } from "@diglot/test-support/answers";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import {
  chatBody,
  cutAfter,
  fail,
  hello,
  messagesError,
  messagesFrame,
  messagesFrames,
  say,
  script,
  streamAnswer,
  text,
  textAnswer,
  withoutLast,
} from "../../upstream/index.js";
import { chatQuestion, errorOf, front, messagesQuestion } from "./fronted.js";

const { APIError } = Anthropic;

describe("what the upstream says of errors", () => {
  it("M099 whether to retry reaches the official client: no after a 500, yes after a 400", async () => {
    const no = fail(500, "api_error", "No.", { headers: [["x-should-retry", "false"]] });
    const failed = await front("messages", [no], 2);
    const error = await errorOf(failed.anthropic.messages.create(messagesQuestion), APIError);
    expect(error.status).toBe(500);
    expect(failed.upstream.requests).toHaveLength(1);

    const headers = [["x-should-retry", "true"] as const, ["retry-after-ms", "1"] as const];
    const yes = fail(400, "invalid_request_error", "Again.", { headers });
    const { anthropic, upstream } = await front("messages", [yes, say(hello)], 2);
    const message = await anthropic.messages.create(messagesQuestion);
    expect(message.content).toMatchObject([{ type: "text", text: "Hello" }]);
    expect(upstream.requests).toHaveLength(2);
  });

  it("M102 an unknown type is forwarded, before the head and in a stream", async () => {
    const before = await front("messages", [fail(400, "policy_blocked", "Not here.")]);
    const refused = await errorOf(before.anthropic.messages.create(messagesQuestion), APIError);
    expect(refused.type).toBe("policy_blocked");
    expect(refused.error).toEqual(messagesError("policy_blocked", "Not here."));

    const broken = messagesFrame(messagesError("weather_error", "Storm."));
    const inside = await front("messages", [
      streamAnswer([...messagesFrames(hello).slice(0, 4), broken]),
    ]);
    const stream = inside.anthropic.messages.stream(messagesQuestion);
    const error = await errorOf(stream.finalMessage(), APIError);
    expect(error.error).toEqual(messagesError("weather_error", "Storm."));
  });

  it.each([false, true])(
    "M104 the text of a 400 is forwarded byte for byte to a caller of its format (stream: %s)",
    async (stream) => {
      const words = "context_management: Extra inputs are not permitted";
      const body = `{ "type" : "error","error":{"message":"${words} \\u00fc ü","type":"invalid_request_error"}, "n":1.0 }\n`;
      const { post } = await front("messages", [textAnswer(body, "application/json", 400)]);
      const relayed = await post("messages", { ...messagesQuestion, stream });
      expect(relayed.status).toBe(400);
      expect(await relayed.text()).toBe(body);
      const translated = await post("chat-completions", { ...chatQuestion, stream });
      expect(translated.status).toBe(400);
      expect(await translated.text()).toContain(words);
    },
  );
});

describe("what the caller says", () => {
  it("instructions alone are answered: the last one is sent as the message", async () => {
    const { openai, upstream } = await front("messages", [say(hello), say(hello)]);
    const instructions: OpenAI.ChatCompletionMessageParam[] = [
      { role: "system", content: "Be brief." },
      { role: "developer", content: "Greet the reader." },
    ];
    const ask = (messages: OpenAI.ChatCompletionMessageParam[]) =>
      openai.chat.completions.create({ model: "fronted", messages }).withResponse();
    const { data, response } = await ask(instructions);
    expect(data.choices[0]?.message.content).toBe("Hello");
    expect("system_fingerprint" in data).toBe(false);
    expect(response.headers.get("x-diglot-receipt")).toContain("messages");
    expect(upstream.requests[0]?.body).toMatchObject({
      system: [{ type: "text", text: "Be brief." }],
      messages: [{ role: "user", content: [{ type: "text", text: "Greet the reader." }] }],
    });

    await ask(instructions.slice(0, 1));
    const { body } = upstream.requests[1] ?? {};
    expect(body).not.toHaveProperty("system");
    expect(body).toMatchObject({
      messages: [{ role: "user", content: [{ type: "text", text: "Be brief." }] }],
    });
  });

  it("M103 an unknown field and an unknown header reach a Messages upstream unchanged", async () => {
    const { anthropic, upstream, post } = await front("messages", [say(hello)]);
    const question = { ...messagesQuestion, thing_of_tomorrow: { deep: [1, { of: "it" }] } };
    await anthropic.messages.create(question, {
      headers: { "anthropic-thing-of-tomorrow": "a, b;c=1", "anthropic-beta": "new-2099-01-01" },
    });
    const [asked] = upstream.requests;
    expect(asked?.body).toEqual({ ...question, model: "upstream-model" });
    expect(asked?.header("anthropic-thing-of-tomorrow")).toBe("a, b;c=1");
    expect(asked?.header("anthropic-beta")).toBe("new-2099-01-01");

    const bytes = `{ "thing" : 1.50, "model":"fronted","max_tokens":5e2, "messages":[{"content":"\\u0068i","role":"user","x":null}]}`;
    await post("messages", bytes);
    expect(upstream.requests[1]?.text).toBe(bytes.replace("fronted", "upstream-model"));
  });
});

describe("an upstream that speaks Chat Completions", () => {
  it.each(["openai", "deepSeek"] as const)(
    "M105 has its cached tokens counted apart from the input, as %s reports them",
    async (dialect) => {
      const said = script([text("Hello")], { usage: { input: 20, cacheRead: 5, output: 7 } });
      expect(chatBody(said, dialect)).toMatchObject({ usage: { prompt_tokens: 25 } });
      const { anthropic } = await front("chat-completions", [say(said, undefined, { dialect })]);
      const counts = { input_tokens: 20, cache_read_input_tokens: 5, output_tokens: 7 };
      expect((await anthropic.messages.create(messagesQuestion)).usage).toMatchObject(counts);
      const streamed = await anthropic.messages.stream(messagesQuestion).finalMessage();
      expect(streamed.usage).toMatchObject(counts);
    },
  );
});

const envelope = { id: "msg_1", model: "upstream-model", content: [], stop_reason: null };
const ending = (stop_reason: string) => [
  messagesFrame({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens: 4 } }),
  messagesFrame({ type: "message_stop" }),
];

/** A reply as vLLM starts one: its message has neither type nor role. */
const bareStart = [
  messagesFrame({
    type: "message_start",
    message: { ...envelope, usage: { input_tokens: 3, output_tokens: 0 } },
  }),
  ...messagesFrames(hello).slice(2, -2),
  ...ending("end_turn"),
];

const started = (index: number, content_block: object) =>
  messagesFrame({ type: "content_block_start", index, content_block });
const added = (index: number, delta: object) =>
  messagesFrame({ type: "content_block_delta", index, delta });

/** A reply as llama.cpp ends one: its blocks end together, and a tool begins without input. */
const lateStops = [
  messagesFrame({
    type: "message_start",
    message: {
      ...envelope,
      type: "message",
      role: "assistant",
      usage: { input_tokens: 3, output_tokens: 0 },
    },
  }),
  started(0, { type: "thinking", thinking: "" }),
  added(0, { type: "thinking_delta", thinking: "Hm." }),
  started(1, { type: "text", text: "" }),
  added(1, { type: "text_delta", text: "Let me look." }),
  started(2, { type: "tool_use", id: "call_1", name: "weather" }),
  added(2, { type: "input_json_delta", partial_json: '{"place":' }),
  added(2, { type: "input_json_delta", partial_json: '"Oslo"}' }),
  added(0, { type: "signature_delta", signature: "" }),
  ...[0, 1, 2].map((index) => messagesFrame({ type: "content_block_stop", index })),
  ...ending("tool_use"),
];

const lateContent = [
  { type: "thinking", thinking: "Hm." },
  { type: "text", text: "Let me look." },
  { type: "tool_use", id: "call_1", name: "weather", input: { place: "Oslo" } },
];

describe("a Messages upstream that deviates", () => {
  it("M106 without type and role is whole where its reply is written anew, and relayed as it is", async () => {
    const { anthropic, openai, post } = await front("messages", [streamAnswer(bareStart)]);
    expect(await anthropic.messages.create(messagesQuestion)).toMatchObject({
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "Hello" }],
    });
    const chunks = await openai.chat.completions.stream(chatQuestion).finalChatCompletion();
    expect(chunks.choices[0]?.message).toMatchObject({ role: "assistant", content: "Hello" });
    const relayed = await post("messages", { ...messagesQuestion, stream: true });
    expect(await relayed.text()).toBe(bareStart.join("").replace("upstream-model", "fronted"));
    const read = await anthropic.messages.stream(messagesQuestion).finalMessage();
    expect(read.content).toMatchObject([{ type: "text", text: "Hello" }]);
  });

  it("M107 with all stops at the end is put in order where its reply is written anew, and relayed as it is", async () => {
    const { anthropic, openai, post } = await front("messages", [streamAnswer(lateStops)]);
    const written = await anthropic.messages.create(messagesQuestion);
    expect(written).toMatchObject({ content: lateContent, stop_reason: "tool_use" });
    const chunks = await openai.chat.completions.stream(chatQuestion).finalChatCompletion();
    expect(chunks.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        content: "Let me look.",
        tool_calls: [
          { id: "call_1", function: { name: "weather", arguments: '{"place":"Oslo"}' } },
        ],
      },
    });
    const relayed = await post("messages", { ...messagesQuestion, stream: true });
    expect(await relayed.text()).toBe(lateStops.join("").replace("upstream-model", "fronted"));
    const read = await anthropic.messages.stream(messagesQuestion).finalMessage();
    expect(read).toMatchObject({ content: lateContent, stop_reason: "tool_use" });
  });
});

describe("a stream that ends without message_stop", () => {
  it.each([
    ["messages", withoutLast()],
    ["messages", cutAfter({ piece: 4 }, "close")],
    ["chat-completions", withoutLast(3)],
    ["chat-completions", cutAfter({ piece: 2 }, "close")],
  ] as const)("M108 becomes an error event for the caller (%s upstream)", async (format, fault) => {
    const { anthropic, post } = await front(format, [say(hello, fault)]);
    const response = await post("messages", { ...messagesQuestion, stream: true });
    const text = await response.text();
    const last = framesOf(text).at(-1);
    expect(last?.event).toBe("error");
    expect(last?.data).toMatch(/^\{"type":"error","error":\{/);
    expect(text).not.toContain("message_stop");
    const stream = anthropic.messages.stream(messagesQuestion);
    expect((await errorOf(stream.finalMessage(), APIError)).type).toBe("api_error");
  });
});
