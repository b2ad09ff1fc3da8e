import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import {
  chatDone,
  chatFrame,
  hello,
  insertAt,
  jsonAnswer,
  type Responder,
  say,
  script,
  streamAnswer,
  text,
  toolCall,
} from "../../upstream/index.js";
import { chatQuestion, front, messagesQuestion } from "./fronted.js";

const envelope = {
  id: "chatcmpl-1",
  created: 1_790_000_000,
  model: "upstream-model",
  system_fingerprint: "fp_1",
};

/** The log probability of a token, with two alternatives. */
function logprobOf(token: string) {
  const alternative = (other: string) => ({ token: other, logprob: -1.5, bytes: null });
  return {
    token,
    logprob: -0.25,
    bytes: [...new TextEncoder().encode(token)],
    top_logprobs: [alternative(token), alternative("?")],
  };
}

describe("what only an upstream of the format can say", () => {
  it("C022 log probabilities reach the caller whole and streamed, two alternatives each", async () => {
    const tokens = ["Hel", "lo"];
    const logprobs = { content: tokens.map(logprobOf), refusal: null };
    const message = { role: "assistant", content: "Hello", refusal: null };
    const whole = jsonAnswer({
      ...envelope,
      object: "chat.completion",
      choices: [{ index: 0, message, logprobs, finish_reason: "stop" }],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    });
    const chunk = (choice: object) =>
      chatFrame({
        ...envelope,
        object: "chat.completion.chunk",
        choices: [{ index: 0, ...choice }],
      });
    const streamed = streamAnswer([
      ...tokens.map((content) =>
        chunk({
          delta: { role: "assistant", content },
          logprobs: { content: [logprobOf(content)], refusal: null },
          finish_reason: null,
        }),
      ),
      chunk({ delta: {}, logprobs: null, finish_reason: "stop" }),
      chatDone,
    ]);
    const { openai, upstream } = await front("chat-completions", [whole, streamed]);
    const question = { ...chatQuestion, logprobs: true, top_logprobs: 2 };
    const completions = [
      await openai.chat.completions.create(question),
      await openai.chat.completions.stream(question).finalChatCompletion(),
    ];
    for (const { choices } of completions) {
      const reported = choices[0]?.logprobs?.content ?? [];
      expect(reported.map(({ token }) => token).join("")).toBe(choices[0]?.message.content);
      expect(reported.map(({ top_logprobs }) => top_logprobs.length)).toEqual([2, 2]);
    }
    expect(upstream.requests[0]?.body).toMatchObject({ logprobs: true, top_logprobs: 2 });
  });

  it("C060 two choices reach the caller: roles in order, each finished once, usage once", async () => {
    const chunk = (choices: readonly object[], usage: object | null = null) =>
      chatFrame({ ...envelope, object: "chat.completion.chunk", choices, usage });
    const choice = (index: number, delta: object, finish_reason: string | null = null) =>
      chunk([{ index, delta, logprobs: null, finish_reason }]);
    const frames = [
      ...[0, 1].map((index) => choice(index, { role: "assistant", content: "" })),
      choice(1, { content: "Two" }),
      choice(0, { content: "One" }),
      choice(1, {}, "stop"),
      choice(0, {}, "length"),
      chunk([], { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }),
      chatDone,
    ];
    const { openai } = await front("chat-completions", [streamAnswer(frames)]);
    const stream = openai.chat.completions.stream({
      ...chatQuestion,
      n: 2,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const one of stream) chunks.push(one);
    const choices = chunks.flatMap((one) => one.choices);
    const roles = choices.filter(({ delta }) => delta.role).map(({ index }) => index);
    const ends = choices.filter(({ finish_reason }) => finish_reason).map(({ index }) => index);
    expect(roles).toEqual([0, 1]);
    expect(ends.sort()).toEqual([0, 1]);
    expect(chunks.filter(({ usage }) => usage)).toHaveLength(1);
    const { choices: final } = await stream.finalChatCompletion();
    expect(final.map(({ message }) => message.content)).toEqual(["One", "Two"]);
    expect(final.map(({ finish_reason }) => finish_reason)).toEqual(["length", "stop"]);
  });

  it("C029 the reasoning of the history reaches an upstream of the same kind, signatures intact", async () => {
    const reasoning = {
      role: "assistant" as const,
      content: "Rain.",
      reasoning_content: "It always rains.",
      reasoning_details: [
        { type: "reasoning.text", text: "It always rains.", signature: "c2ln+/=", index: 0 },
        { type: "reasoning.encrypted", data: "ZW5j", id: "r1", format: "unknown", index: 1 },
      ],
      thinking_blocks: [
        { type: "thinking", thinking: "It always rains.", signature: "c2ln+/=" },
        { type: "redacted_thinking", data: "ZW5j" },
      ],
    };
    const messages = [
      ...chatQuestion.messages,
      reasoning,
      { role: "user" as const, content: "Why?" },
    ];
    const { openai, upstream } = await front("chat-completions", [say(hello)]);
    await openai.chat.completions.create({ ...chatQuestion, messages });
    expect(upstream.requests[0]?.body).toEqual({ model: "upstream-model", messages });
  });
});

const weather = script([
  text("Let me look."),
  toolCall("call_1", "weather", '{"place":', '"Oslo"}'),
]);
const azureStart = chatFrame({
  ...envelope,
  id: "",
  object: "",
  choices: [],
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
});

/** A stream without the names of models, which a service may replace by its own. */
function withoutModel(stream: string): string {
  return stream.replaceAll(/"model":"[^"]*"/g, '"model":""');
}

describe("the manners of servers", () => {
  const manners: readonly (readonly [title: string, Responder])[] = [
    ["usage beside the finish reason", say(weather, undefined, { dialect: "deepSeek" })],
    ["the finish reason beside the last words", say(weather, undefined, { dialect: "vllm" })],
    ["whole calls", say(weather, undefined, { dialect: "ollama" })],
    ["a first chunk without choices", say(weather, insertAt(0, azureStart))],
  ];

  it.each(manners)(
    "C076 %s is relayed as it is, and translated into the caller's form",
    async (_title, answer) => {
      const { anthropic, openai, upstream, post } = await front("chat-completions", [answer]);
      const body = { ...chatQuestion, stream: true, stream_options: { include_usage: true } };
      const relayed = await (await post("chat-completions", body)).text();
      const { url } = upstream;
      const sent = await fetch(url, { method: "POST", body: JSON.stringify(body) });
      expect(withoutModel(relayed)).toBe(withoutModel(await sent.text()));
      const stream = openai.chat.completions.stream({
        ...chatQuestion,
        stream_options: { include_usage: true },
      });
      const completion = await stream.finalChatCompletion();
      expect(completion.choices[0]).toMatchObject({
        finish_reason: "tool_calls",
        message: {
          role: "assistant",
          content: "Let me look.",
          tool_calls: [
            { id: "call_1", function: { name: "weather", arguments: '{"place":"Oslo"}' } },
          ],
        },
      });
      expect(completion.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 });
      const message = await anthropic.messages.stream(messagesQuestion).finalMessage();
      expect(message).toMatchObject({
        content: [
          { type: "text", text: "Let me look." },
          { type: "tool_use", id: "call_1", name: "weather", input: { place: "Oslo" } },
        ],
        stop_reason: "tool_use",
        usage: { input_tokens: 11, output_tokens: 7 },
      });
    },
  );
});
