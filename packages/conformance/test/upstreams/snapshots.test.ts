import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { presets, type UpstreamCapabilities } from "@diglot/core";
import { chatClient, messagesClient } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import type { FormatName } from "@diglot/test-support/requests";
import { generateText, jsonSchema, streamText, type ToolSet, tool } from "ai";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { recordedStreams as chatStreams } from "../../../core/src/formats/chat-completions/__fixtures__/streams.js";
import { recordedStreams as messagesStreams } from "../../../core/src/formats/messages/__fixtures__/streams.js";
import {
  type ChatDialectName,
  type Responder,
  redacted,
  say,
  script,
  streamAnswer,
  text,
  thinking,
  toolCall,
  whole,
} from "../../upstream/index.js";
import { origin } from "./entrance.js";
import { saidIn } from "./said-in.js";
import { openWorld } from "./world.js";

/** What an upstream says, and what is known of it. */
interface Saying {
  readonly name: string;
  readonly answer: Responder;
  readonly capabilities?: Partial<UpstreamCapabilities>;
}

const everything = script(
  [
    thinking(["Two places, ", "two calls."], "EqQBCgIYAhIM+/=="),
    redacted("b3BhcXVl"),
    text("Let me ", "look 🌦. "),
    toolCall("call_1", "weather", '{"place":', '"Oslo"}'),
    toolCall("call_2", "weather", '{"place":"Rome","days":2}'),
  ],
  { usage: { input: 20, output: 15, cacheRead: 5, reasoning: 4 } },
);
const clipped: Saying = {
  name: "a text that was cut",
  answer: say(script([text("A long st")], { stop: "length" })),
};
const dialects: readonly ChatDialectName[] = [
  "openai",
  "vllm",
  "ollama",
  "llamaCpp",
  "deepSeek",
  "openRouter",
];

/** Upstreams that answer as they are asked, and streams that come whatever was asked. */
const sayings: Readonly<Record<FormatName, readonly Saying[]>> = {
  messages: [
    { name: "all kinds of blocks", answer: say(everything) },
    clipped,
    ...messagesStreams.map((recorded) => ({
      name: recorded.upstream,
      answer: streamAnswer([recorded.text]),
    })),
  ],
  "chat-completions": [
    ...dialects.map((dialect) => ({
      name: `all that ${dialect} has`,
      answer: say(everything, whole, { dialect }),
      capabilities: presets[dialect],
    })),
    clipped,
    ...chatStreams.map((recorded) => ({
      name: recorded.upstream,
      answer: streamAnswer([recorded.text]),
      capabilities: presets.vllm,
    })),
  ],
};

const parameters = { type: "object" as const, properties: { place: { type: "string" as const } } };
const tools = ["weather", "clock", "search", "add", "get_weather", "get_time"];
const messages = [{ role: "user" as const, content: "Where does it rain?" }];
const messagesQuestion = {
  model: "fronted",
  max_tokens: 500,
  messages,
  tools: tools.map((name) => ({ name, input_schema: parameters })),
};
const chatQuestion = {
  model: "fronted",
  messages,
  stream_options: { include_usage: true },
  tools: tools.map((name) => ({ type: "function" as const, function: { name, parameters } })),
};

/** A service before an upstream, and ways to ask each of them. */
async function openBetween(
  caller: FormatName,
  upstream: FormatName,
  { answer, capabilities = {} }: Saying,
) {
  // Both sides then read the same name of the model.
  const named = { capabilities, revealModel: true };
  const world = await openWorld({ caller, upstream, stream: true }, { upstream: named });
  world.upstream.reply(answer);
  return {
    service: { url: origin, fetch: world.entrance.fetch as typeof fetch },
    upstream: { url: world.upstream.url, fetch },
  };
}

type Party = Awaited<ReturnType<typeof openBetween>>["service" | "upstream"];

const anthropicOf = ({ url, fetch }: Party) => messagesClient({ fetch, baseURL: url });
const openaiOf = ({ url, fetch }: Party) => chatClient({ fetch, baseURL: url });

/** What the stream helper of the official client holds at the end, or the error that it raises. */
const snapshotOf: Readonly<Record<FormatName, (party: Party) => Promise<object>>> = {
  messages: (party) => anthropicOf(party).messages.stream(messagesQuestion).finalMessage(),
  "chat-completions": (party) =>
    openaiOf(party).chat.completions.stream(chatQuestion).finalChatCompletion(),
};

/** The JSON answer, as the official client gives it. */
const answerOf: Readonly<Record<FormatName, (party: Party) => Promise<object>>> = {
  messages: (party) => anthropicOf(party).messages.create(messagesQuestion),
  "chat-completions": (party) => {
    const { stream_options: _, ...question } = chatQuestion;
    return openaiOf(party).chat.completions.create(question);
  },
};

const other = { messages: "chat-completions", "chat-completions": "messages" } as const;

describe.each(["messages", "chat-completions"] as const)("a caller of %s", (caller) => {
  describe(`before an upstream of ${other[caller]}`, () => {
    it.each(sayings[other[caller]])(
      "P11.8 P11.1 T116 holds at the end of a stream what the JSON answer says: $name",
      async (saying) => {
        const { service } = await openBetween(caller, other[caller], saying);
        const answer = saidIn(await answerOf[caller](service));
        expect(saidIn(await snapshotOf[caller](service))).toEqual(answer);
      },
    );
  });

  describe("before an upstream of the same format", () => {
    it.each(sayings[caller])(
      "P11.8 T177 holds what it would hold without the service: $name",
      async (saying) => {
        const between = await openBetween(caller, caller, saying);
        const [through, direct] = await Promise.all(
          [between.service, between.upstream].map((party) =>
            snapshotOf[caller](party).then(saidIn, String),
          ),
        );
        expect(through).toEqual(direct);
      },
    );
  });
});

it.each(sayings.messages)(
  "P11.8 T66 a caller of Chat Completions gets the reasoning of a stream in pieces: $name",
  async (saying) => {
    const { service } = await openBetween("chat-completions", "messages", saying);
    const client = openaiOf(service);
    let reasoning = "";
    const stream = await client.chat.completions.create({ ...chatQuestion, stream: true });
    for await (const { choices } of stream) {
      const delta = choices[0]?.delta as { reasoning_content?: string } | undefined;
      reasoning += delta?.reasoning_content ?? "";
    }
    const answer = (await answerOf["chat-completions"](service)) as OpenAI.ChatCompletion;
    const message = answer.choices[0]?.message as { reasoning_content?: string } | undefined;
    expect(reasoning).toBe(message?.reasoning_content ?? "");
  },
);

describe("the AI SDK", () => {
  const inputSchema = jsonSchema<object>(parameters);
  const allTools: ToolSet = Object.fromEntries(tools.map((name) => [name, tool({ inputSchema })]));
  const providers = {
    messages: ({ url, fetch }: Party) =>
      createAnthropic({ apiKey: key, baseURL: `${url}/v1`, fetch })("fronted"),
    "chat-completions": ({ url, fetch }: Party) =>
      createOpenAICompatible({
        name: "diglot",
        apiKey: key,
        baseURL: `${url}/v1`,
        includeUsage: true,
        fetch,
      })("fronted"),
  };

  describe.each(["messages", "chat-completions"] as const)("as a caller of %s", (caller) => {
    it.each(sayings[other[caller]])(
      "P11.8 reads the same from the stream as from the JSON answer: $name",
      async (saying) => {
        const { service } = await openBetween(caller, other[caller], saying);
        const settings = {
          model: providers[caller](service),
          prompt: "Where does it rain?",
          tools: allTools,
          maxOutputTokens: 500,
          maxRetries: 0,
        };
        const answer = await generateText(settings);
        const failures: unknown[] = [];
        const stream = streamText({ ...settings, onError: ({ error }) => failures.push(error) });
        await stream.consumeStream();
        expect(failures).toEqual([]);
        expect({
          text: await stream.text,
          reasoning: await stream.reasoningText,
          calls: (await stream.toolCalls).map(({ toolName, input }) => [toolName, input]),
          end: await stream.finishReason,
          input: (await stream.usage).inputTokens,
          output: (await stream.usage).outputTokens,
        }).toEqual({
          text: answer.text,
          reasoning: answer.reasoningText,
          calls: answer.toolCalls.map(({ toolName, input }) => [toolName, input]),
          end: answer.finishReason,
          input: answer.usage.inputTokens,
          output: answer.usage.outputTokens,
        });
      },
    );
  });
});
