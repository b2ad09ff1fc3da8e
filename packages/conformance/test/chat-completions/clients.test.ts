import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  type ErrorKind,
  type InProcessRequest,
  redactedThinking,
  refusal,
  ServiceError,
  stop,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "@diglot/core";
import { chatClient, chatClients, recording } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import { modelOf, type Script } from "@diglot/test-support/models";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import { until } from "@diglot/test-support/wait";
import { generateObject, generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import type OpenAI from "openai";
import { afterAll, describe, expect, it } from "vitest";
import { closeAll, ways } from "../service/ways.js";

afterAll(closeAll);

type Options = ServedOptions;

const question = { model: "scripted", messages: [{ role: "user" as const, content: "hi" }] };
const weather = {
  type: "function" as const,
  function: {
    name: "weather",
    parameters: { type: "object", properties: { place: { type: "string" } } },
  },
};

/** Calls two tools at once, one of them in fragments, then says what came back. */
async function* callsTwoTools({ conversation }: InProcessRequest) {
  const results =
    conversation.turns.at(-1)?.blocks.filter(({ type }) => type === "tool_result") ?? [];
  if (results.length > 0) {
    yield `I was told ${results.length} results.`;
    return;
  }
  yield thinking("Two places, two calls.");
  yield "Let me look. ";
  yield toolCall({ name: "weather", arguments: { place: "Oslo" } });
  yield toolCallStart({ name: "weather" });
  for (const piece of ['{"pla', 'ce":"Ro', 'me"}']) yield toolCallArguments(piece);
}

describe.each(Object.entries(chatClients))("%s", (_client, Client) => {
  describe.each(ways)("%s", (_way, open) => {
    async function clientOf(script: Script, options?: Options) {
      const way = await open(script, options);
      return { ...way, client: chatClient(way, Client) };
    }

    it("C001 C114 creates a completion whose request id is visible", async () => {
      const { client } = await clientOf(["Hello", " there."]);
      const { data, request_id } = await client.chat.completions.create(question).withResponse();
      expect(data).toMatchObject({
        object: "chat.completion",
        choices: [
          {
            index: 0,
            finish_reason: "stop",
            message: { role: "assistant", content: "Hello there." },
          },
        ],
      });
      expect(request_id).toMatch(/^req_/);
    });

    it("C055 C111 streams to the same completion, raw and through the helper", async () => {
      const script = [
        thinking("Well."),
        "Some text. ",
        toolCall({ name: "weather", id: "call_fixed", arguments: { place: "Bergen" } }),
        usage({ input: 12, output: 34, cacheRead: 5 }),
      ];
      const ids = { create: (prefix: string) => `${prefix}fixed` };
      const clock = {
        now: () => 1_800_000_000_000,
        monotonic: () => 0,
        after: () => () => undefined,
      };
      const { client } = await clientOf(script, { ids, clock });
      const created = await client.chat.completions.create({ ...question, tools: [weather] });
      const stream = client.chat.completions.stream({
        ...question,
        tools: [weather],
        stream_options: { include_usage: true },
      });
      const streamed = await stream.finalChatCompletion();
      const [choice] = streamed.choices;
      expect(choice?.message.content).toBe(created.choices[0]?.message.content);
      expect(choice?.message.tool_calls).toMatchObject(
        created.choices[0]?.message.tool_calls ?? [],
      );
      expect(choice?.finish_reason).toBe("tool_calls");
      expect(streamed.usage).toEqual(created.usage);
      let text = "";
      for await (const chunk of await client.chat.completions.create({
        ...question,
        stream: true,
      })) {
        text += chunk.choices[0]?.delta.content ?? "";
      }
      expect(text).toBe("Some text. ");
    });

    it("T75 T76 shows the helper the same proofs of reasoning as the JSON answer", async () => {
      const script = [
        thinking("Well, "),
        thinking("then.", { signature: "c2ln" }),
        redactedThinking("cGFzcw=="),
        "Some text.",
      ];
      const { client } = await clientOf(script);
      const created = await client.chat.completions.create(question);
      const stream = client.chat.completions.stream(question);
      const details = (completion: OpenAI.ChatCompletion) =>
        JSON.parse(JSON.stringify(completion.choices[0]?.message ?? {})).reasoning_details;
      expect(details(created)).toMatchObject([
        { index: 0, type: "reasoning.text", text: "Well, then.", signature: "c2ln", position: 0 },
        { index: 1, type: "reasoning.encrypted", data: "cGFzcw==", position: 1 },
      ]);
      expect(details(await stream.finalChatCompletion())).toEqual(details(created));
    });

    it("C033 C040 carries parallel tool calls over two turns", async () => {
      const { client } = await clientOf(callsTwoTools);
      const first = await client.chat.completions.create({ ...question, tools: [weather] });
      const message = first.choices[0]?.message;
      const calls = message?.tool_calls ?? [];
      expect(
        calls.map((call) => call.type === "function" && JSON.parse(call.function.arguments)),
      ).toEqual([{ place: "Oslo" }, { place: "Rome" }]);
      const results = calls.map(({ id }) => ({
        role: "tool" as const,
        tool_call_id: id,
        content: "sun",
      }));
      const second = await client.chat.completions.create({
        ...question,
        messages: [...question.messages, message as OpenAI.ChatCompletionMessageParam, ...results],
      });
      expect(second.choices[0]?.message.content).toBe("I was told 2 results.");
    });

    it("C111 runs tools to the end with the client's own loop", async () => {
      const { client } = await clientOf(callsTwoTools);
      const places: unknown[] = [];
      const runner = client.chat.completions.runTools({
        ...question,
        tools: [
          {
            type: "function",
            function: {
              name: "weather",
              parse: JSON.parse,
              parameters: weather.function.parameters,
              function: (input: unknown) => {
                places.push(input);
                return "sun";
              },
            },
          },
        ],
      } as unknown as Parameters<typeof client.chat.completions.runTools>[0]);
      expect(await runner.finalContent()).toBe("I was told 2 results.");
      expect(places).toEqual([{ place: "Oslo" }, { place: "Rome" }]);
    });

    it("C025 parses structured output", async () => {
      const { client } = await clientOf(['{"answer":', "42}"]);
      const completion = await client.chat.completions.parse({
        ...question,
        response_format: {
          type: "json_schema",
          json_schema: {
            name: "answer",
            strict: true,
            schema: { type: "object", properties: { answer: { type: "integer" } } },
          },
        },
      });
      expect(JSON.parse(completion.choices[0]?.message.content ?? "")).toEqual({ answer: 42 });
    });

    it("C019 C062 shows a refusal as a refusal", async () => {
      const { client } = await clientOf([refusal("I would "), refusal("rather not.")]);
      const whole = await client.chat.completions.create(question);
      expect(whole.choices[0]).toMatchObject({
        finish_reason: "stop",
        message: { content: null, refusal: "I would rather not." },
      });
      const streamed = await client.chat.completions.stream(question).finalChatCompletion();
      expect(streamed.choices[0]?.message.refusal).toBe("I would rather not.");
    });

    it("C070 C115 aborts the model when the caller aborts, and settles what was generated", async () => {
      let aborted = false;
      const { client, ledger } = await clientOf(async function* ({ signal }) {
        signal.addEventListener("abort", () => {
          aborted = true;
        });
        yield "first";
        await new Promise(() => undefined);
      });
      const stream = await client.chat.completions.create({ ...question, stream: true });
      for await (const chunk of stream) {
        if (chunk.choices[0]?.delta.content) break;
      }
      await until(() => aborted && ledger.all()[0]?.state === "settled");
      expect(ledger.all()[0]).toMatchObject({ end: "client_abort" });
    });

    it("C069 throws an APIError with message and code where a stream fails after text", async () => {
      const { client } = await clientOf(async function* () {
        yield "half an ans";
        throw new ServiceError({ kind: "overloaded", message: "Too busy." });
      });
      const contents: unknown[] = [];
      const read = async () => {
        const chunks = await client.chat.completions.create({ ...question, stream: true });
        for await (const { choices } of chunks) contents.push(choices[0]?.delta.content);
      };
      const error = await read().catch((reason: unknown) => reason);
      expect(contents).toEqual(["", "half an ans"]);
      expect(error).toBeInstanceOf(Client.APIError);
      expect(error).toMatchObject({ message: "Too busy.", code: "server_is_overloaded" });
    });
  });

  const kinds: readonly [ErrorKind, number, string][] = [
    ["bad_request", 400, "BadRequestError"],
    ["no_permission", 403, "PermissionDeniedError"],
    ["conflict", 409, "ConflictError"],
    ["rate_limited", 429, "RateLimitError"],
    ["internal", 500, "InternalServerError"],
    ["overloaded", 503, "InternalServerError"],
  ];
  it.each(kinds)("C105 raises the right class for %s", async (kind, status, name) => {
    const { service } = serviceOf(async function* () {
      yield* [];
      throw new ServiceError({ kind, message: "No." });
    });
    const client = chatClient(service, Client);
    const error = await client.chat.completions.create(question).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Client[name as "BadRequestError"]);
    expect(error).toMatchObject({ status, requestID: expect.stringMatching(/^req_/) });
  });

  it("C092 C094 raises the class of each refusal", async () => {
    const { service } = serviceOf(["x"]);
    const open = (apiKey: string) => chatClient({ fetch: service.fetch, apiKey }, Client);
    const wrong = open("sk-wrong-key-0123456789").chat.completions.create(question);
    await expect(wrong).rejects.toMatchObject({ status: 401, code: "invalid_api_key" });
    const unknown = open(key).chat.completions.create({ ...question, model: "nobody" });
    await expect(unknown).rejects.toMatchObject({ status: 404, code: "model_not_found" });
  });

  it("C116 retries what may get better and counts its retries", async () => {
    let calls = 0;
    const { service } = serviceOf(async function* () {
      calls += 1;
      if (calls < 3)
        throw new ServiceError({ kind: "rate_limited", message: "Slow.", retryAfterSeconds: 0.02 });
      yield "at last";
    });
    const { fetch, requests } = recording(service);
    const client = chatClient({ fetch, maxRetries: 2 }, Client);
    const completion = await client.chat.completions.create(question);
    expect(completion.choices[0]?.message.content).toBe("at last");
    expect(requests.map(({ headers }) => headers.get("x-stainless-retry-count"))).toEqual([
      "0",
      "1",
      "2",
    ]);
  });

  it("C108 C109 lists models and finds one whose id holds a slash", async () => {
    const { service } = serviceOf(["x"], {
      models: [modelOf(["x"], {}, "house/one"), modelOf(["x"], {}, "two")],
    });
    const client = chatClient(service, Client);
    const ids: string[] = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(["house/one", "two"]);
    expect((await client.models.retrieve("house/one")).id).toBe("house/one");
    const raw = await service.request("/v1/models/house/one", {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await raw.json()).toMatchObject({ id: "house/one", object: "model" });
  });
});

describe("the Vercel AI SDK", () => {
  /** Both providers that speak Chat Completions. */
  const providers = {
    "@ai-sdk/openai": (fetch: typeof globalThis.fetch) =>
      createOpenAI({ apiKey: key, baseURL: "http://in-process/v1", fetch }).chat("scripted"),
    "@ai-sdk/openai-compatible": (fetch: typeof globalThis.fetch) =>
      createOpenAICompatible({
        name: "diglot",
        apiKey: key,
        baseURL: "http://in-process/v1",
        fetch,
      })("scripted"),
  };
  const tools = {
    weather: tool({
      inputSchema: jsonSchema<{ place: string }>({
        type: "object",
        properties: { place: { type: "string" } },
      }),
      execute: async ({ place }) => `sun in ${place}`,
    }),
  };

  it.each(Object.entries(providers))(
    "C112 generates and streams with tools over two steps through %s",
    async (_name, modelOf) => {
      const { service } = serviceOf(callsTwoTools);
      const model = modelOf(service.fetch as typeof fetch);
      const whole = await generateText({ model, prompt: "hi", tools, stopWhen: stepCountIs(3) });
      expect(whole.text).toBe("I was told 2 results.");
      expect(whole.steps[0]?.toolCalls.map(({ input }) => input)).toEqual([
        { place: "Oslo" },
        { place: "Rome" },
      ]);
      const streamed = streamText({ model, prompt: "hi", tools, stopWhen: stepCountIs(3) });
      const parts: string[] = [];
      for await (const part of streamed.fullStream) parts.push(part.type);
      expect(parts).not.toContain("error");
      expect(await streamed.text).toBe("I was told 2 results.");
    },
  );

  it.each(Object.entries(providers))(
    "C112 generates an object through %s",
    async (_name, modelOf) => {
      const { service } = serviceOf(['{"answer":', "42}"]);
      const { object } = await generateObject({
        model: modelOf(service.fetch as typeof fetch),
        prompt: "hi",
        schema: jsonSchema<{ answer: number }>({
          type: "object",
          properties: { answer: { type: "number" } },
        }),
      });
      expect(object).toEqual({ answer: 42 });
    },
  );

  it("C063 shows reasoning where the setting does not leave it out", async () => {
    const { service } = serviceOf([thinking("Deep thoughts."), "Out loud.", stop("end")]);
    const model = providers["@ai-sdk/openai-compatible"](service.fetch as typeof fetch);
    expect((await generateText({ model, prompt: "hi" })).reasoningText).toBe("Deep thoughts.");
    expect(await streamText({ model, prompt: "hi" }).reasoningText).toBe("Deep thoughts.");
  });
});
