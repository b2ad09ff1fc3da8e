import { createOpenResponses } from "@ai-sdk/open-responses";
import { createOpenAI } from "@ai-sdk/openai";
import {
  chatCompletionsFormat,
  chatCompletionsUpstream,
  type Model,
  messagesFormat,
  messagesUpstream,
  thinking,
  toolCall,
} from "@diglot/core";
import { responses, responsesUpstream } from "@diglot/responses";
import { key } from "@diglot/test-support/key";
import { modelOf, type Script } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { tool as langChainTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { Agent, tool as agentTool, OpenAIProvider, Runner } from "@openai/agents";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import OpenAISix from "openai-6";
import { describe, expect, it } from "vitest";
import * as z from "zod";

type Fetch = typeof globalThis.fetch;

/** Thinks, looks the weather up, and says what the tool has answered. */
const weather: Script = async function* ({ conversation }) {
  const results = conversation.turns.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === "tool_result" ? block.content : [])),
  );
  const [found] = results;
  if (found?.type === "text") {
    yield `In Rome: ${found.text}`;
    return;
  }
  yield thinking("I have to look.", { signature: "proof" });
  yield "I look. ";
  yield toolCall({ name: "weather", arguments: { city: "Rome" } });
};

const formats = [responses(), messagesFormat, chatCompletionsFormat] as const;

const fetchOf = (model: Model): Fetch => {
  const { service } = serviceOf(model, { formats });
  return (input, init) => service.fetch(new Request(input, init));
};

const inProcess = () => modelOf(weather);

/** The same model behind an upstream of a format. */
const behind = (upstream: typeof responsesUpstream): Model =>
  upstream({
    ...{ id: "scripted", model: "scripted", apiKey: key, baseUrl: "http://upstream.test/v1" },
    fetch: fetchOf(inProcess()),
  });

const models = {
  "a model in process": inProcess,
  "an upstream of Responses": () => behind(responsesUpstream),
  "an upstream of Messages": () => behind(messagesUpstream as typeof responsesUpstream),
  "an upstream of Chat Completions": () =>
    behind(chatCompletionsUpstream as typeof responsesUpstream),
};

const baseURL = "http://service.test/v1";
const city = { city: "Rome" };
const parameters = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
} as const;

/** What each client gets out of one loop: the arguments of the call, and the last answer. */
interface Loop {
  readonly called: unknown;
  readonly text: string;
}

function isCall(
  item: OpenAI.Responses.ResponseOutputItem,
): item is OpenAI.Responses.ResponseFunctionToolCall {
  return item.type === "function_call";
}

async function loopOfOfficial(
  Client: typeof OpenAI,
  fetch: Fetch,
  isStream: boolean,
): Promise<Loop> {
  const client = new Client({ apiKey: key, baseURL, fetch, maxRetries: 0 });
  const tools = [{ type: "function", name: "weather", parameters, strict: true }] as const;
  const ask = async (input: OpenAI.Responses.ResponseInput) => {
    const body = { model: "scripted", input, tools: [...tools] };
    return isStream ? client.responses.stream(body).finalResponse() : client.responses.create(body);
  };
  const first = await ask([{ role: "user", content: "Weather?" }]);
  const output: OpenAI.Responses.ResponseOutputItem[] = first.output;
  const call = output.find(isCall) ?? expect.fail("no call");
  const second = await ask([
    { role: "user", content: "Weather?" },
    ...(first.output as OpenAI.Responses.ResponseInput),
    { type: "function_call_output", call_id: call.call_id, output: "sunny" },
  ]);
  return { called: JSON.parse(call.arguments), text: second.output_text };
}

async function loopOfAiSdk(fetch: Fetch, isStream: boolean, isOpen: boolean): Promise<Loop> {
  const settings = { apiKey: key, fetch };
  const model = isOpen
    ? createOpenResponses({ ...settings, name: "open", url: `${baseURL}/responses` })("scripted")
    : createOpenAI({ ...settings, baseURL }).responses("scripted");
  let called: unknown;
  const options = {
    model,
    prompt: "Weather?",
    maxRetries: 0,
    stopWhen: stepCountIs(3),
    // Nothing is stored here, so items are not referred to.
    providerOptions: { openai: { store: false } },
    tools: {
      weather: tool({
        inputSchema: jsonSchema<typeof city>(parameters as never),
        execute: async (input) => {
          called = input;
          return "sunny";
        },
      }),
    },
  };
  const text = isStream ? await streamText(options).text : (await generateText(options)).text;
  return { called, text };
}

async function loopOfLangChain(fetch: Fetch, isStream: boolean): Promise<Loop> {
  const model = new ChatOpenAI({
    ...{
      model: "scripted",
      apiKey: key,
      maxRetries: 0,
      useResponsesApi: true,
      streaming: isStream,
    },
    configuration: { baseURL, fetch },
  });
  const look = langChainTool(async () => "sunny", {
    name: "weather",
    description: "Looks.",
    schema: z.object({ city: z.string() }),
  });
  const bound = model.bindTools([look]);
  const first = await bound.invoke("Weather?");
  const call = first.tool_calls?.[0] ?? expect.fail("no call");
  const result = await look.invoke({ ...call, type: "tool_call" } as never);
  const second = await bound.invoke([
    { role: "user", content: "Weather?" },
    first,
    result as never,
  ]);
  return { called: call.args, text: second.text };
}

async function loopOfAgents(fetch: Fetch, isStream: boolean): Promise<Loop> {
  const openAIClient = new OpenAI({ apiKey: key, baseURL, fetch, maxRetries: 0 });
  const modelProvider = new OpenAIProvider({
    openAIClient: openAIClient as never,
    useResponses: true,
  });
  let called: unknown;
  const agent = new Agent({
    name: "weather",
    model: "scripted",
    tools: [
      agentTool({
        name: "weather",
        description: "Looks.",
        parameters: z.object({ city: z.string() }),
        execute: async (input) => {
          called = input;
          return "sunny";
        },
      }),
    ],
  });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  if (!isStream) return { called, text: String((await runner.run(agent, "Weather?")).finalOutput) };
  const stream = await runner.run(agent, "Weather?", { stream: true });
  await stream.completed;
  return { called, text: String(stream.finalOutput) };
}

const clients: Readonly<Record<string, (fetch: Fetch, isStream: boolean) => Promise<Loop>>> = {
  "openai 7": (fetch, isStream) => loopOfOfficial(OpenAI, fetch, isStream),
  "openai 6": (fetch, isStream) => loopOfOfficial(OpenAISix as never, fetch, isStream),
  "the AI SDK": (fetch, isStream) => loopOfAiSdk(fetch, isStream, false),
  "the AI SDK's Open Responses": (fetch, isStream) => loopOfAiSdk(fetch, isStream, true),
  LangChain: loopOfLangChain,
  "the Agents SDK": loopOfAgents,
};

describe.each(Object.entries(models))("a tool loop of %s", (_model, createModel) => {
  it.each(
    Object.entries(clients).flatMap(([name, loop]) =>
      [false, true].map((isStream) => [name, isStream, loop] as const),
    ),
  )("R058 R113 runs unchanged with %s; streamed: %s", async (_client, isStream, loop) => {
    const { called, text } = await loop(fetchOf(createModel()), isStream);
    expect(called ?? city).toEqual(city);
    expect(text).toBe("In Rome: sunny");
  });
});

it("the official client parses an answer with a schema", async () => {
  const fetch = fetchOf(modelOf(['{"city":', '"Rome"}']));
  const client = new OpenAI({ apiKey: key, baseURL, fetch, maxRetries: 0 });
  const { output_parsed } = await client.responses.parse({
    model: "scripted",
    input: "Where?",
    text: { format: { type: "json_schema", name: "city", schema: parameters, strict: true } },
  });
  expect(output_parsed).toEqual(city);
});
