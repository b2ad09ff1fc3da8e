import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { toNodeHandler } from "@diglot/adapter-node-http";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  type InProcessRequest,
  type Model,
  messagesUpstream,
  presets,
  type Service,
  stop,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "@diglot/core";
import { clientsOf } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import { modelOf, type Script } from "@diglot/test-support/models";
import {
  generateText,
  jsonSchema,
  type StepResult,
  stepCountIs,
  streamText,
  type ToolSet,
  tool,
} from "ai";
import { afterAll, describe, expect, it } from "vitest";
import { saidIn } from "./said-in.js";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function originOf(service: Service): Promise<string> {
  const server = createServer(toNodeHandler(service));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const upstreamKey = "sk-upstream-0123456789";

/** A service of its own that stands in for an upstream, on a socket. */
function standIn(script: Script): Promise<string> {
  const keys = createMemoryKeys([{ key: upstreamKey }]);
  return originOf(createService({ models: [modelOf(script)], keys }));
}

/** What may stand behind the endpoints. */
const behinds: Readonly<Record<string, (script: Script) => Promise<Model>>> = {
  "a model in process": async (script) => modelOf(script),
  "a Messages upstream": async (script) =>
    messagesUpstream({
      id: "scripted",
      baseUrl: await standIn(script),
      apiKey: upstreamKey,
      capabilities: { ...presets.anthropic, thinkingModes: ["enabled", "adaptive", "disabled"] },
    }),
  "a Chat Completions upstream": async (script) =>
    chatCompletionsUpstream({
      id: "scripted",
      baseUrl: `${await standIn(script)}/v1`,
      apiKey: upstreamKey,
      capabilities: presets.vllm,
    }),
};

/** A service over such a model, on a socket, with both official clients pointed at it. */
async function serveBehind(open: (script: Script) => Promise<Model>, script: Script) {
  const ledger = createMemoryLedger();
  const models = [await open(script)];
  const origin = await originOf(
    createService({ models, keys: createMemoryKeys([{ key }]), ledger }),
  );
  return { ledger, origin, ...clientsOf({ fetch, baseURL: origin }) };
}

const counts = { input: 20, cacheRead: 5, output: 15, reasoning: 4 };

/** Thinks, speaks and calls two tools at once, one of them in fragments; then says what came back. */
async function* agent({ conversation }: InProcessRequest) {
  const results =
    conversation.turns.at(-1)?.blocks.filter(({ type }) => type === "tool_result") ?? [];
  if (results.length > 0) {
    yield `I was told ${results.length} results.`;
    yield usage(counts);
    return;
  }
  yield thinking("Two places, two calls.");
  yield "Let me look. ";
  yield toolCall({ name: "weather", arguments: { place: "Oslo" }, id: "call_1" });
  yield toolCallStart({ name: "weather", id: "call_2" });
  for (const piece of ['{"pla', 'ce":"Ro', 'me"}']) yield toolCallArguments(piece);
  yield usage(counts);
}

const parameters = {
  type: "object" as const,
  properties: { place: { type: "string" as const } },
  required: ["place"],
};
const messagesQuestion = {
  model: "scripted",
  max_tokens: 500,
  messages: [{ role: "user" as const, content: "Where does it rain?" }],
  tools: [{ name: "weather", description: "The weather.", input_schema: parameters }],
};
const chatQuestion = {
  model: "scripted",
  messages: messagesQuestion.messages,
  tools: [
    {
      type: "function" as const,
      function: { name: "weather", description: "The weather.", parameters },
    },
  ],
};

describe.each(Object.entries(behinds))("behind both endpoints, %s", (_behind, open) => {
  describe("for the official Messages client", () => {
    it("T116 P11.1 P11.8 answers the same whole and streamed, and as from a model in process", async () => {
      const { anthropic } = await serveBehind(open, agent);
      const whole = await anthropic.messages.create(messagesQuestion);
      const streamed = await anthropic.messages.stream(messagesQuestion).finalMessage();
      expect(whole.content).toMatchObject([
        { type: "thinking", thinking: "Two places, two calls." },
        { type: "text", text: "Let me look. " },
        { type: "tool_use", id: "call_1", name: "weather", input: { place: "Oslo" } },
        { type: "tool_use", id: "call_2", name: "weather", input: { place: "Rome" } },
      ]);
      expect(saidIn({ ...streamed, id: whole.id })).toEqual(saidIn(whole));
      for (const message of [whole, streamed]) {
        expect(message.stop_reason).toBe("tool_use");
        expect(message.usage).toMatchObject({
          input_tokens: 20,
          cache_read_input_tokens: 5,
          output_tokens: 15,
          output_tokens_details: { thinking_tokens: 4 },
        });
      }
    });

    it("goes on after tool results, with its reasoning in the history", async () => {
      const { anthropic } = await serveBehind(open, agent);
      const first = await anthropic.messages.stream(messagesQuestion).finalMessage();
      const results = first.content.flatMap((block) =>
        block.type === "tool_use"
          ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "Rain." }]
          : [],
      );
      const second = await anthropic.messages.create({
        ...messagesQuestion,
        messages: [
          ...messagesQuestion.messages,
          { role: "assistant", content: first.content },
          { role: "user", content: results },
        ],
      });
      expect(second.content).toMatchObject([{ type: "text", text: "I was told 2 results." }]);
      expect(second.stop_reason).toBe("end_turn");
    });

    it("reports a reply that was cut by its limit", async () => {
      const { anthropic } = await serveBehind(open, ["A long story", stop("max_tokens")]);
      const message = await anthropic.messages.stream({ ...messagesQuestion }).finalMessage();
      expect(message.stop_reason).toBe("max_tokens");
    });
  });

  describe("for the official Chat Completions client", () => {
    it("P11.1 P11.8 answers the same whole and streamed, and as from a model in process", async () => {
      const { openai } = await serveBehind(open, agent);
      const whole = await openai.chat.completions.create(chatQuestion);
      const streamed = await openai.chat.completions
        .stream({ ...chatQuestion, stream_options: { include_usage: true } })
        .finalChatCompletion();
      expect(saidIn({ ...streamed, id: whole.id })).toEqual(saidIn(whole));
      for (const completion of [whole, streamed]) {
        expect(completion.choices[0]).toMatchObject({
          finish_reason: "tool_calls",
          message: {
            content: "Let me look. ",
            tool_calls: [
              { id: "call_1", function: { name: "weather", arguments: '{"place":"Oslo"}' } },
              { id: "call_2", function: { name: "weather", arguments: '{"place":"Rome"}' } },
            ],
          },
        });
        expect(completion.usage).toMatchObject({
          prompt_tokens: 25,
          completion_tokens: 15,
          total_tokens: 40,
          prompt_tokens_details: { cached_tokens: 5 },
          completion_tokens_details: { reasoning_tokens: 4 },
        });
      }
    });

    it("runs tools until they are done", async () => {
      const { openai } = await serveBehind(open, agent);
      const places: string[] = [];
      const runner = openai.chat.completions.runTools({
        model: "scripted",
        stream: true,
        messages: chatQuestion.messages,
        tools: [
          {
            type: "function",
            function: {
              name: "weather",
              description: "The weather.",
              parameters,
              parse: (text: string) => JSON.parse(text) as { place: string },
              function: ({ place }: { place: string }) => {
                places.push(place);
                return "Rain.";
              },
            },
          },
        ],
      });
      expect(await runner.finalContent()).toBe("I was told 2 results.");
      expect(places).toEqual(["Oslo", "Rome"]);
    });

    it("sends no chunk with usage to a caller who did not ask for it", async () => {
      const { openai } = await serveBehind(open, ["Hello."]);
      const stream = await openai.chat.completions.create({
        model: "scripted",
        messages: chatQuestion.messages,
        stream: true,
      });
      const chunks = [];
      for await (const chunk of stream) chunks.push(chunk);
      expect(chunks.every(({ choices }) => choices.length === 1)).toBe(true);
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("stop");
    });
  });

  describe("for the AI SDK", () => {
    const weather = () =>
      tool({
        description: "The weather.",
        inputSchema: jsonSchema<{ place: string }>(parameters),
        execute: async ({ place }) => `Rain in ${place}.`,
      });

    async function modelsOf(script: Script) {
      const { origin } = await serveBehind(open, script);
      return {
        messages: createAnthropic({ apiKey: key, baseURL: `${origin}/v1` })("scripted"),
        "chat completions": createOpenAICompatible({
          name: "diglot",
          apiKey: key,
          baseURL: `${origin}/v1`,
          includeUsage: true,
        })("scripted"),
      };
    }

    /** What a step says, without what its provider adds. */
    const toSaid = ({
      text,
      reasoningText,
      toolCalls,
      finishReason,
      usage,
    }: StepResult<ToolSet>) => ({
      ...{ text, reasoningText, finishReason },
      calls: toolCalls.map(({ toolCallId, toolName, input }) => [toolCallId, toolName, input]),
      tokens: [usage.inputTokens, usage.outputTokens, usage.totalTokens],
    });

    it.each(["messages", "chat completions"] as const)(
      "P11.8 passes the closed schemas of its %s provider, whole and streamed",
      async (format) => {
        const { [format]: model } = await modelsOf(agent);
        const settings = {
          model,
          prompt: "Where does it rain?",
          tools: { weather: weather() },
          stopWhen: stepCountIs(3),
          maxOutputTokens: 500,
          maxRetries: 0,
        };
        const whole = await generateText(settings);
        expect(whole.text).toBe("I was told 2 results.");
        expect(whole.steps[0]?.reasoningText).toBe("Two places, two calls.");
        const failures: unknown[] = [];
        const streamed = streamText({ ...settings, onError: ({ error }) => failures.push(error) });
        expect(await streamed.text).toBe("I was told 2 results.");
        const steps = await streamed.steps;
        expect(steps[0]?.toolCalls.map(({ input }) => input)).toEqual([
          { place: "Oslo" },
          { place: "Rome" },
        ]);
        expect(steps.map(toSaid)).toEqual(whole.steps.map(toSaid));
        expect(failures).toEqual([]);
      },
    );
  });

  it("is in the ledger once for each request, with the reported counts", async () => {
    const { anthropic, openai, ledger } = await serveBehind(open, agent);
    await anthropic.messages.create(messagesQuestion);
    await anthropic.messages.stream(messagesQuestion).finalMessage();
    await openai.chat.completions.create(chatQuestion);
    await openai.chat.completions.stream(chatQuestion).finalChatCompletion();
    const rows = ledger.all();
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row).toMatchObject({
        state: "settled",
        end: "completed",
        usage: { ...counts, sources: { input: "reported", output: "reported" } },
      });
    }
  });
});
