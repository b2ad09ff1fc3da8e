import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { chatClient, messagesClient } from "@diglot/test-support/clients";
import { createFake, type Fake, type Turn } from "@diglot/testing";
import { ChatAnthropic } from "@langchain/anthropic";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";

const apiKey = "sk-test-123456";
const place = { type: "object" as const, properties: { place: { type: "string" as const } } };

/** All fakes of a test: at its end each must have been used up, and by nothing else. */
const fakes: Fake[] = [];
afterEach(() => {
  for (const fake of fakes.splice(0)) fake.verify();
});

function fakeOf(...script: readonly Turn[]): Fake {
  const fake = createFake({ script });
  fakes.push(fake);
  return fake;
}

const twoCalls: Turn = {
  text: "Let me look.",
  toolCalls: [
    { name: "weather", arguments: { place: "Oslo", days: [1, 2] } },
    { name: "weather", arguments: { place: "Rome" } },
  ],
  usage: { input: 40, cacheRead: 8, output: 21 },
};
const oslo = { place: "Oslo", days: [1, 2] };
const rome = { place: "Rome" };

describe("@anthropic-ai/sdk", () => {
  const question = {
    model: "claude-of-tomorrow",
    max_tokens: 500,
    messages: [{ role: "user" as const, content: "hi" }],
  };
  const asksForTools = { ...question, tools: [{ name: "weather", input_schema: place }] };
  const clientOf = ({ fetch }: Fake) => messagesClient({ fetch });

  it("reads text, the reason and the usage", async () => {
    const fake = fakeOf({ text: "Hello there.", usage: { input: 7, output: 3 } });
    const message = await clientOf(fake).messages.create(question);
    expect(message).toMatchObject({
      model: "claude-of-tomorrow",
      content: [{ type: "text", text: "Hello there." }],
      stop_reason: "end_turn",
      usage: { input_tokens: 7, output_tokens: 3 },
    });
    expect(message._request_id).toMatch(/^req_/);
  });

  it("streams two calls whose arguments come in fragments", async () => {
    const fake = fakeOf(twoCalls);
    const stream = clientOf(fake).messages.stream(asksForTools);
    const fragments: string[] = [];
    stream.on("inputJson", (fragment) => fragments.push(fragment));
    const { content, stop_reason, usage } = await stream.finalMessage();
    expect(content).toMatchObject([
      { type: "text", text: "Let me look." },
      { type: "tool_use", name: "weather", input: oslo },
      { type: "tool_use", name: "weather", input: rome },
    ]);
    expect(fragments.length).toBeGreaterThan(4);
    expect(stop_reason).toBe("tool_use");
    expect(usage).toMatchObject({
      input_tokens: 40,
      cache_read_input_tokens: 8,
      output_tokens: 21,
    });
  });

  it("gives streamed thinking back with its signature, and is understood", async () => {
    const fake = fakeOf({ thinking: "Two and two.", text: "Four." }, "Still four.");
    const client = clientOf(fake);
    const thinks = { ...question, max_tokens: 4000, thinking: { type: "adaptive" as const } };
    const { content } = await client.messages.stream(thinks).finalMessage();
    expect(content).toMatchObject([
      { type: "thinking", thinking: "Two and two.", signature: expect.stringMatching(/./) },
      { type: "text", text: "Four." },
    ]);
    const messages = [
      ...question.messages,
      { role: "assistant" as const, content },
      { role: "user" as const, content: "Sure?" },
    ];
    const message = await client.messages.create({ ...thinks, messages });
    expect(message.content).toMatchObject([{ text: "Still four." }]);
    expect(fake.calls[1]!.conversation!.turns[1]!.blocks.map(({ type }) => type)).toEqual([
      "thinking",
      "text",
    ]);
  });

  it.each<[Turn, string]>([
    [{ text: "Cut", stop: "max_tokens" }, "max_tokens"],
    [{ refusal: "No." }, "refusal"],
    [{ text: "a", stopSequence: "END" }, "stop_sequence"],
    [{ text: "a", stop: "pause" }, "pause_turn"],
  ])("reads why a reply ended: %j", async (turn, reason) => {
    const fake = fakeOf(turn, turn);
    const client = clientOf(fake);
    expect((await client.messages.create(question)).stop_reason).toBe(reason);
    const streamed = await client.messages.stream(question).finalMessage();
    expect(streamed.stop_reason).toBe(reason);
  });

  it("repeats what is worth it, by what the fake says about retries", async () => {
    const error = { type: "error", kind: "overloaded", retryAfterSeconds: 0.001 } as const;
    const fake = fakeOf({ fault: error }, { fault: { type: "unreachable" } }, "At last.");
    const client = messagesClient({ fetch: fake.fetch, maxRetries: 2 });
    expect((await client.messages.create(question)).content).toMatchObject([{ text: "At last." }]);
    expect(fake.calls.map(({ state }) => state)).toEqual(["whole", "broken", "whole"]);
  });

  it("does not repeat a request that is unexpected, and shows why", async () => {
    const fake = createFake({ script: [{ text: "x", when: { user: "other" } }] });
    const client = messagesClient({ fetch: fake.fetch, maxRetries: 2 });
    const error = await client.messages.create(question).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Anthropic.BadRequestError);
    expect(String(error)).toContain('a text with \\"other\\": no, got \\"hi\\"');
    expect(fake.calls).toHaveLength(1);
    expect(() => fake.verify()).toThrow("Unexpected request");
  });

  it("leaves a stream, which the fake sees", async () => {
    const fake = fakeOf("Many words that nobody reads to the end");
    const stream = await clientOf(fake).messages.create({ ...question, stream: true });
    for await (const event of stream) if (event.type === "content_block_delta") break;
    await fake.calls[0]!.finished;
    expect(fake.calls[0]!.state).toBe("aborted");
  });

  it("counts tokens and lists models, which uses up no turn", async () => {
    const client = clientOf(fakeOf());
    const { max_tokens: _, ...counted } = question;
    expect((await client.messages.countTokens(counted)).input_tokens).toBeGreaterThan(0);
    expect((await client.models.list()).data.length).toBeGreaterThan(0);
  });
});

describe("openai", () => {
  const question = {
    model: "gpt-of-tomorrow",
    messages: [{ role: "user" as const, content: "hi" }],
  };
  const asksForTools = {
    ...question,
    tools: [{ type: "function" as const, function: { name: "weather", parameters: place } }],
  };
  const clientOf = ({ fetch }: Fake) => chatClient({ fetch });

  it("reads text, the reason and the usage", async () => {
    const fake = fakeOf({ text: "Hello there.", usage: { input: 7, output: 3 } });
    const completion = await clientOf(fake).chat.completions.create(question);
    expect(completion).toMatchObject({
      model: "gpt-of-tomorrow",
      created: Date.UTC(2026, 0, 1) / 1000,
      choices: [{ message: { content: "Hello there." }, finish_reason: "stop" }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    });
  });

  it("streams two calls whose arguments come in fragments", async () => {
    const fake = fakeOf(twoCalls);
    const runner = clientOf(fake).chat.completions.stream({
      ...asksForTools,
      stream_options: { include_usage: true },
    });
    let fragments = 0;
    runner.on("tool_calls.function.arguments.delta", () => {
      fragments += 1;
    });
    const { choices, usage } = await runner.finalChatCompletion();
    const { message, finish_reason } = choices[0]!;
    expect(message.content).toBe("Let me look.");
    expect(
      message.tool_calls!.map((call) => call.type === "function" && call.function.arguments),
    ).toEqual([JSON.stringify(oslo), JSON.stringify(rome)]);
    expect(new Set(message.tool_calls!.map(({ id }) => id)).size).toBe(2);
    expect(fragments).toBeGreaterThan(4);
    expect(finish_reason).toBe("tool_calls");
    expect(usage).toMatchObject({ prompt_tokens: 48, completion_tokens: 21 });
    expect(fake.calls[0]!.state).toBe("whole");
  });

  it("reads a refusal, streamed and not", async () => {
    const client = clientOf(fakeOf({ refusal: "I cannot do that." }, { refusal: "No way." }));
    const { choices } = await client.chat.completions.create(question);
    expect(choices[0]!.message).toMatchObject({ content: null, refusal: "I cannot do that." });
    const streamed = await client.chat.completions.stream(question).finalChatCompletion();
    expect(streamed.choices[0]!.message).toMatchObject({ refusal: "No way." });
  });

  it.each<[Turn, string]>([
    [{ text: "Cut", stop: "max_tokens" }, "length"],
    [{ text: "a", stop: "content_filter" }, "content_filter"],
    [{ text: "a", stopSequence: "END" }, "stop"],
  ])("reads why a reply ended: %j", async (turn, reason) => {
    const client = clientOf(fakeOf(turn, turn));
    const { choices } = await client.chat.completions.create(question);
    expect(choices[0]!.finish_reason).toBe(reason);
    const stream = await client.chat.completions.create({ ...question, stream: true });
    const reasons = [];
    for await (const chunk of stream) reasons.push(chunk.choices[0]?.finish_reason ?? []);
    expect(reasons.flat()).toEqual([reason]);
  });

  it("runs tools, with the results in the second request", async () => {
    const fake = fakeOf(
      { toolCalls: [{ name: "weather", arguments: rome }] },
      { text: "Sun in Rome.", when: { toolResult: { name: "weather", text: "sun" } } },
    );
    const runner = clientOf(fake).chat.completions.runTools({
      ...question,
      tools: [
        {
          type: "function",
          function: {
            name: "weather",
            description: "The weather of a place.",
            parameters: place,
            parse: JSON.parse,
            function: async () => "sun",
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe("Sun in Rome.");
  });

  it("shows errors of the fake's rules by its classes", async () => {
    const client = clientOf(fakeOf());
    const asking = client.chat.completions.create({ ...question, messages: [] });
    await expect(asking).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  });
});

describe("the AI SDK", () => {
  const providers = {
    "@ai-sdk/anthropic": (fetch: Fake["fetch"]) =>
      createAnthropic({ apiKey, fetch })("claude-of-tomorrow"),
    "@ai-sdk/openai": (fetch: Fake["fetch"]) => createOpenAI({ apiKey, fetch }).chat("gpt-4o"),
    "@ai-sdk/openai-compatible": (fetch: Fake["fetch"]) =>
      createOpenAICompatible({
        name: "fake",
        apiKey,
        fetch,
        baseURL: "https://proxy.example/compatible/v1",
        includeUsage: true,
      })("some-model"),
  };
  const weather = tool({
    description: "The weather of a place.",
    inputSchema: jsonSchema<{ place: string }>(place),
    execute: async (input) => `sun in ${input.place}`,
  });
  const common = { prompt: "hi", maxOutputTokens: 500, maxRetries: 0 };

  describe.each(Object.entries(providers))("%s", (_name, open) => {
    it("runs two calls at once, streamed, and reads the answer to their results", async () => {
      const fake = fakeOf(twoCalls, {
        text: "Sun all over.",
        when: ({ toolResults }) => toolResults.length === 2,
      });
      const result = streamText({
        ...common,
        model: open(fake.fetch),
        tools: { weather },
        stopWhen: stepCountIs(3),
      });
      expect(await result.text).toBe("Sun all over.");
      const [first] = await result.steps;
      expect(first!.toolCalls.map(({ input }) => input)).toEqual([oslo, rome]);
      expect(first!.usage).toMatchObject({ inputTokens: 48, outputTokens: 21 });
      expect(fake.calls.map(({ state }) => state)).toEqual(["whole", "whole"]);
    });

    it("reads text, the reason and the usage of an answer that is no stream", async () => {
      const fake = fakeOf({ text: "Cut", stop: "max_tokens", usage: { input: 5, output: 2 } });
      const result = await generateText({ ...common, model: open(fake.fetch) });
      expect([result.text, result.finishReason]).toEqual(["Cut", "length"]);
      expect(result.usage).toMatchObject({ inputTokens: 5, outputTokens: 2 });
    });
  });

  it.each(["@ai-sdk/anthropic", "@ai-sdk/openai-compatible"] as const)(
    "%s shows reasoning",
    async (name) => {
      const fake = fakeOf({ thinking: "Two and two.", text: "Four." });
      const result = streamText({ ...common, model: providers[name](fake.fetch) });
      expect(await result.reasoningText).toBe("Two and two.");
      expect(await result.text).toBe("Four.");
    },
  );
});

describe("LangChain", () => {
  const options = { apiKey, maxRetries: 0, maxTokens: 500 };
  const models = {
    "@langchain/anthropic": ({ fetch }: Fake) =>
      new ChatAnthropic({ ...options, model: "claude-of-tomorrow", clientOptions: { fetch } }),
    "@langchain/openai": ({ fetch }: Fake) =>
      new ChatOpenAI({ ...options, model: "gpt-4o", configuration: { fetch } }),
  };
  const weather = {
    type: "function" as const,
    function: { name: "weather", description: "The weather.", parameters: place },
  };

  it.each(Object.entries(models))("%s reads text and usage", async (_name, open) => {
    const fake = fakeOf({ text: "Hello there.", usage: { input: 7, output: 3 } });
    const message = await open(fake).invoke("hi");
    expect(message.text).toBe("Hello there.");
    expect(message.usage_metadata).toMatchObject({ input_tokens: 7, output_tokens: 3 });
  });

  it.each(Object.entries(models))("%s streams two calls", async (_name, open) => {
    const fake = fakeOf(twoCalls);
    const stream = await open(fake).bindTools([weather]).stream("hi");
    let whole: Awaited<ReturnType<typeof stream.next>>["value"] | undefined;
    for await (const chunk of stream) whole = whole?.concat(chunk) ?? chunk;
    expect(whole.tool_calls.map(({ args }: { args: unknown }) => args)).toEqual([oslo, rome]);
  });
});

it("many fakes at once keep to themselves, each with its own client", async () => {
  const heard = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const fake = fakeOf(`Anthropic's ${index}`, `OpenAI's ${index}`);
      const anthropic = messagesClient(fake);
      const openai = chatClient(fake);
      const messages = [{ role: "user" as const, content: "hi" }];
      const message = await anthropic.messages.create({ model: "m", max_tokens: 99, messages });
      const completion = await openai.chat.completions.create({ model: "m", messages });
      const [block] = message.content;
      return [block?.type === "text" && block.text, completion.choices[0]!.message.content];
    }),
  );
  expect(heard).toEqual(heard.map((_, index) => [`Anthropic's ${index}`, `OpenAI's ${index}`]));
});
