import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { chatClient, messagesClient } from "@diglot/test-support/clients";
import { createFake, type Fake, type Turn } from "@diglot/testing";
import { ChatAnthropic } from "@langchain/anthropic";
import { type AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import {
  generateText,
  jsonSchema,
  type ModelMessage,
  Output,
  stepCountIs,
  streamText,
  tool,
} from "ai";
import { zodResponseFormat } from "openai/helpers/zod";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";

/** What real clients send over several turns, unchanged, to a fake that refuses whatever the vendors refuse. */

const apiKey = "sk-test-123456";
const place = { type: "object" as const, properties: { place: { type: "string" as const } } };
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const pdf = "JVBERi0xLjQK";
const city = z.object({
  name: z.string().describe("Its name."),
  size: z.enum(["small", "large"]),
  tags: z.array(z.string()),
  mayor: z.string().nullable(),
});
const rome = { name: "Rome", size: "large", tags: ["old"], mayor: null };
const inJson = JSON.stringify(rome);
const calls: Turn = {
  thinking: "Two places.",
  text: "Let me look.",
  toolCalls: [
    { name: "weather", arguments: { place: "Oslo" } },
    { name: "weather", arguments: { place: "Rome" } },
  ],
};

/** All fakes of a test: at its end each must have been used up, and have refused nothing. */
const fakes: Fake[] = [];
afterEach(() => {
  for (const fake of fakes.splice(0)) {
    expect(fake.calls.flatMap(({ answer }) => findRefusal(answer?.status, answer?.text))).toEqual(
      [],
    );
    fake.verify();
  }
});

/** Threads are kept nowhere; the official client asks for one and goes on without it. */
function findRefusal(status = 0, text = ""): readonly string[] {
  return status === 200 || text.includes("thread_unsupported_request") ? [] : [text];
}

function fakeOf(...script: readonly Turn[]): Fake {
  const fake = createFake({ script });
  fakes.push(fake);
  return fake;
}

describe("@anthropic-ai/sdk in the strict profile", () => {
  const clientOf = ({ fetch }: Fake) => messagesClient({ fetch });
  const model = "claude-opus-4-8";
  const weather = betaTool({
    name: "weather",
    description: "The weather of a place.",
    inputSchema: {
      type: "object",
      properties: { place: { type: "string" } },
      required: ["place"],
    } as const,
    run: async ({ place: where }) => {
      if (where === "Oslo") throw new Error("no such place");
      return [{ type: "text", text: "sun" }];
    },
  });

  it.each([false, true])(
    "runs its toolRunner, with one tool that fails, streamed: %s",
    async (stream) => {
      const fake = fakeOf(calls, calls, "Sun in Rome.");
      const runner = clientOf(fake).beta.messages.toolRunner({
        model,
        max_tokens: 4000,
        stream,
        thinking: { type: "adaptive", display: "summarized" },
        system: [
          { type: "text", text: "Be brief.", cache_control: { type: "ephemeral", ttl: "1h" } },
        ],
        messages: [{ role: "user", content: "hi" }],
        tools: [weather],
        betas: ["context-management-2025-06-27"],
        context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
      });
      const message = await runner.runUntilDone();
      expect(message.content).toMatchObject([{ type: "text", text: "Sun in Rome." }]);
    },
  );

  it("parses structured outputs of both helpers, and goes on with what it parsed", async () => {
    const fake = fakeOf(inJson, inJson, inJson);
    const client = clientOf(fake);
    const first = {
      model,
      max_tokens: 4000,
      output_config: { effort: "low" as const, format: zodOutputFormat(city) },
      messages: [{ role: "user" as const, content: "Rome?" }],
    };
    const parsed = await client.messages.parse(first);
    expect(parsed.parsed_output).toEqual(rome);
    const again = await client.messages.parse({
      ...first,
      messages: [
        ...first.messages,
        { role: "assistant", content: parsed.content },
        { role: "user", content: "Again." },
      ],
    });
    expect(again.parsed_output).toEqual(rome);
    const streamed = await client.messages.stream(first).finalMessage();
    expect(streamed.parsed_output).toEqual(rome);
  });

  it("gives thinking back with its signatures, among images, documents and cache control", async () => {
    const fake = fakeOf(calls, "Seen.");
    const client = clientOf(fake);
    const cacheControl = { type: "ephemeral" as const };
    const image = {
      type: "image" as const,
      source: { type: "base64" as const, media_type: "image/png" as const, data: pixel },
    };
    const ask = {
      model: "claude-sonnet-4-5",
      max_tokens: 4000,
      thinking: { type: "enabled" as const, budget_tokens: 1024 },
      tools: [{ name: "weather", input_schema: place, cache_control: cacheControl }],
    };
    const question = {
      role: "user" as const,
      content: [
        { type: "text" as const, text: "Look:", cache_control: cacheControl },
        image,
        {
          type: "document" as const,
          title: "report.pdf",
          citations: { enabled: true },
          source: { type: "base64" as const, media_type: "application/pdf" as const, data: pdf },
        },
      ],
    };
    const { content } = await client.messages
      .stream({ ...ask, messages: [question] })
      .finalMessage();
    const results = content.flatMap((block, index) =>
      block.type === "tool_use"
        ? [
            {
              type: "tool_result" as const,
              tool_use_id: block.id,
              is_error: index % 2 === 0,
              content: [{ type: "text" as const, text: "sun" }, image],
              cache_control: cacheControl,
            },
          ]
        : [],
    );
    const after = await client.messages.create({
      ...ask,
      messages: [
        question,
        { role: "assistant", content },
        { role: "user", content: [...results.slice(0, 2), { type: "text", text: "And?" }] },
      ],
    });
    expect(after.content).toMatchObject([{ text: "Seen." }]);
  });

  it("counts the tokens of what it sends", async () => {
    const client = clientOf(fakeOf());
    const counted = await client.beta.messages.countTokens({
      model,
      messages: [{ role: "user", content: "hi" }],
      tools: [weather, { type: "web_search_20250305", name: "web_search" }],
      tool_choice: { type: "auto" },
      thinking: { type: "adaptive" },
      betas: ["context-management-2025-06-27"],
      context_management: { edits: [] },
    });
    expect(counted.input_tokens).toBeGreaterThan(0);
  });
});

describe("openai in the strict profile", () => {
  const clientOf = ({ fetch }: Fake) => chatClient({ fetch });
  const messages = [{ role: "user" as const, content: "Rome?" }];
  const { thinking: _, ...spokenCalls } = calls as Exclude<typeof calls, string>;

  it("parses structured outputs, streamed and not, and goes on with what it parsed", async () => {
    const fake = fakeOf(inJson, inJson, inJson);
    const { completions } = clientOf(fake).chat;
    const ask = { model: "gpt-4o", response_format: zodResponseFormat(city, "city") };
    const first = await completions.parse({ ...ask, messages });
    const { message } = first.choices[0]!;
    expect(message.parsed).toEqual(rome);
    const more = [...messages, message, { role: "user" as const, content: "Again." }];
    expect(
      (await completions.parse({ ...ask, messages: more })).choices[0]!.message.parsed,
    ).toEqual(rome);
    const streamed = await completions.stream({ ...ask, messages: more }).finalChatCompletion();
    expect(streamed.choices[0]!.message.parsed).toEqual(rome);
  });

  it.each([false, true])("runs tools until they are done, streamed: %s", async (stream) => {
    const fake = fakeOf(spokenCalls as Turn, spokenCalls as Turn, "Sun in Rome.");
    const ask = {
      model: "gpt-4o",
      messages: [{ role: "developer" as const, content: "Be brief." }, ...messages],
      tools: [
        {
          type: "function" as const,
          function: {
            name: "weather",
            description: "The weather of a place.",
            parameters: place,
            parse: JSON.parse,
            function: async ({ place: where }: { place: string }) => {
              return where === "Oslo" ? { error: "no such place" } : "sun";
            },
          },
        },
      ],
    };
    const { completions } = clientOf(fake).chat;
    const runner = stream
      ? completions.runTools({ ...ask, stream: true })
      : completions.runTools(ask);
    expect(await runner.finalContent()).toBe("Sun in Rome.");
  });

  it("sends pictures, sounds, files by name and by id, a prediction and a search", async () => {
    const fake = fakeOf("Seen.");
    const { choices } = await clientOf(fake).chat.completions.create({
      model: "gpt-of-tomorrow",
      prediction: { type: "content", content: "Seen" },
      web_search_options: { search_context_size: "low" },
      moderation: { model: "omni-moderation-latest" },
      store: true,
      metadata: { team: "a" },
      safety_identifier: "hash",
      prompt_cache_key: "key",
      verbosity: "low",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look:" },
            {
              type: "image_url",
              image_url: { url: `data:image/png;base64,${pixel}`, detail: "low" },
            },
            { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
            {
              type: "file",
              file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${pdf}` },
            },
            { type: "file", file: { file_id: "file-1" } },
          ],
        },
      ],
    });
    expect(choices[0]!.message.content).toBe("Seen.");
  });

  it("speaks the language of functions, as before there were tools", async () => {
    const fake = fakeOf("Sun.");
    const { choices } = await clientOf(fake).chat.completions.create({
      model: "gpt-4o",
      functions: [{ name: "weather", parameters: place }],
      function_call: "auto",
      messages: [
        ...messages,
        { role: "assistant", content: null, function_call: { name: "weather", arguments: "{}" } },
        { role: "function", name: "weather", content: "sun" },
      ],
    });
    expect(choices[0]!.message.content).toBe("Sun.");
  });

  it.each([["audio output", { modalities: ["text" as const, "audio" as const] }]])(
    "learns that it is the fake that has no way to answer with %s",
    async (_name, change) => {
      const client = chatClient(createFake());
      const asking = client.chat.completions.create({ model: "gpt-4o", messages, ...change });
      await expect(asking).rejects.toThrow("this fake has no way to answer it");
    },
  );
});

describe("the AI SDK in the strict profile", () => {
  const models = {
    "@ai-sdk/anthropic": ({ fetch }: Fake) =>
      createAnthropic({ apiKey, fetch })("claude-sonnet-4-5"),
    "@ai-sdk/anthropic, a new model": ({ fetch }: Fake) =>
      createAnthropic({ apiKey, fetch })("claude-opus-4-8"),
    "@ai-sdk/openai": ({ fetch }: Fake) => createOpenAI({ apiKey, fetch }).chat("gpt-4o"),
    "@ai-sdk/openai, a model that reasons": ({ fetch }: Fake) =>
      createOpenAI({ apiKey, fetch }).chat("gpt-5"),
  };
  const weather = tool({
    description: "The weather of a place.",
    inputSchema: z.object({ place: z.string().min(1) }),
    execute: async ({ place: where }) => {
      if (where === "Oslo") throw new Error("no such place");
      return { sky: "sun" };
    },
  });
  const common = { maxOutputTokens: 3000, maxRetries: 0 };
  const history: ModelMessage[] = [
    {
      role: "user",
      content: [
        { type: "text", text: "Look:" },
        { type: "file", mediaType: "image/png", data: pixel },
        { type: "file", mediaType: "application/pdf", data: pdf, filename: "a.pdf" },
      ],
    },
  ];

  describe.each(Object.entries(models))("%s", (_name, open) => {
    it("runs tools over three steps, one of which fails, streamed", async () => {
      const fake = fakeOf(calls, calls, "Sun in Rome.");
      const result = streamText({
        ...common,
        model: open(fake),
        messages: history,
        system: "Be brief.",
        tools: { weather },
        stopWhen: stepCountIs(5),
      });
      expect(await result.text).toBe("Sun in Rome.");
    });

    it("runs tools, not streamed, and goes on with the whole talk", async () => {
      const fake = fakeOf(calls, "Sun in Rome.", "Bye.");
      const ask = { ...common, model: open(fake), tools: { weather }, stopWhen: stepCountIs(5) };
      const first = await generateText({ ...ask, prompt: "hi" });
      const messages = [
        { role: "user" as const, content: "hi" },
        ...first.response.messages,
        { role: "user" as const, content: "Thanks." },
      ];
      expect((await generateText({ ...ask, messages })).text).toBe("Bye.");
    });

    it("makes objects, streamed and not", async () => {
      const fake = fakeOf(inJson, inJson);
      const ask = { ...common, model: open(fake), prompt: "Rome in JSON?" };
      const output = Output.object({ schema: city });
      expect((await generateText({ ...ask, output })).output).toEqual(rome);
      expect(await streamText({ ...ask, output }).output).toEqual(rome);
    });
  });

  it("thinks by a budget, with cache control and a forced tool afterwards", async () => {
    const fake = fakeOf(calls, "Sun.");
    const result = await generateText({
      ...common,
      model: models["@ai-sdk/anthropic"](fake),
      messages: [
        {
          role: "user",
          content: "hi",
          providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
        },
      ],
      tools: { weather },
      stopWhen: stepCountIs(3),
      providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } },
    });
    expect(result.text).toBe("Sun.");
  });

  it("takes a schema that is plain JSON", async () => {
    const fake = fakeOf(inJson);
    const schema = jsonSchema<typeof rome>({
      ...place,
      additionalProperties: false,
      required: ["place"],
    });
    const output = Output.object({ schema });
    const model = models["@ai-sdk/openai"](fake);
    expect((await generateText({ ...common, model, prompt: "Rome?", output })).output).toEqual(
      rome,
    );
  });
});

describe("LangChain in the strict profile", () => {
  const models = {
    "@langchain/anthropic": ({ fetch }: Fake) =>
      new ChatAnthropic({
        apiKey,
        maxRetries: 0,
        maxTokens: 4000,
        model: "claude-opus-4-8",
        clientOptions: { fetch },
      }),
    "@langchain/openai": ({ fetch }: Fake) =>
      new ChatOpenAI({ apiKey, maxRetries: 0, model: "gpt-4o", configuration: { fetch } }),
  };
  const weather = {
    type: "function" as const,
    function: { name: "weather", description: "The weather.", parameters: place },
  };

  describe.each(Object.entries(models))("%s", (name, open) => {
    it("C113 runs tools over two turns, with a result that is a failure", async () => {
      const fake = fakeOf(calls, "Sun in Rome.");
      const limit = open(fake).bindTools([weather]);
      const talk = [new SystemMessage("Be brief."), new HumanMessage("hi")];
      const message = await limit.invoke(talk);
      const results = (message.tool_calls ?? []).map(
        ({ id }, index) =>
          new ToolMessage({
            content: "sun",
            name: "weather",
            tool_call_id: id!,
            status: index === 0 ? "error" : "success",
          }),
      );
      const end = await limit.invoke([...talk, message, ...results]);
      expect(end.text).toBe("Sun in Rome.");
    });

    it("C113 goes on with what it streamed", async () => {
      const fake = fakeOf(calls, "Sun in Rome.");
      const limit = open(fake).bindTools([weather]);
      let whole: AIMessage | undefined;
      for await (const chunk of await limit.stream("hi")) {
        whole = (whole as typeof chunk | undefined)?.concat(chunk) ?? chunk;
      }
      const results = (whole!.tool_calls ?? []).map(
        ({ id }) => new ToolMessage({ content: "sun", tool_call_id: id! }),
      );
      const end = await limit.invoke([new HumanMessage("hi"), whole!, ...results]);
      expect(end.text).toBe("Sun in Rome.");
    });

    it("C113 makes objects, by a schema and by a forced tool", async () => {
      const fake = fakeOf(inJson, { toolCalls: [{ name: "extract", arguments: rome }] });
      const bySchema = open(fake).withStructuredOutput(city, {
        method: "jsonSchema",
        name: "city",
      });
      expect(await bySchema.invoke("Rome?")).toEqual(rome);
      const byTool = open(fake).withStructuredOutput(city, {
        method: "functionCalling",
        name: "extract",
      });
      expect(await byTool.invoke("Rome?")).toEqual(rome);
    });

    it("sends pictures", async () => {
      const fake = fakeOf("Seen.");
      const content = [
        { type: "text" as const, text: "Look:" },
        { type: "image_url" as const, image_url: { url: `data:image/png;base64,${pixel}` } },
      ];
      expect((await open(fake).invoke([new HumanMessage({ content })])).text, name).toBe("Seen.");
    });
  });
});

describe("functions, as they were before there were tools", () => {
  const ask = {
    model: "gpt-4o",
    functions: [{ name: "weather", parameters: place }],
    function_call: "auto" as const,
    messages: [{ role: "user" as const, content: "Rome?" }],
  };
  const turn: Turn = { toolCalls: [{ name: "weather", arguments: { place: "Rome" } }] };
  const called = { name: "weather", arguments: '{"place":"Rome"}' };

  it("are called by openai's own member, streamed and not", async () => {
    const fake = fakeOf(turn, turn);
    const { completions } = chatClient(fake).chat;
    const [choice] = (await completions.create(ask)).choices;
    expect(choice!.finish_reason).toBe("function_call");
    expect(choice!.message).toMatchObject({ content: null, function_call: called });
    expect(choice!.message.tool_calls).toBeUndefined();
    const streamed = await completions.stream(ask).finalChatCompletion();
    expect(streamed.choices[0]).toMatchObject({
      finish_reason: "function_call",
      message: { function_call: called },
    });
  });
});
