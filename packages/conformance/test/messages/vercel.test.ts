import { createAnthropic } from "@ai-sdk/anthropic";
import {
  type InProcessRequest,
  type Service,
  ServiceError,
  stop,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { recording } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import type { Script } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { APICallError, generateText, jsonSchema, Output, stepCountIs, streamText, tool } from "ai";
import { describe, expect, it } from "vitest";
import { replaying } from "./helpers.js";

/** The model of a service, as the Vercel provider sees it. */
function modelOf(service: Service) {
  const { fetch, requests } = recording(service);
  const provider = createAnthropic({
    apiKey: key,
    baseURL: "http://in-process/v1",
    fetch: fetch as typeof globalThis.fetch,
  });
  return { model: provider("scripted"), requests };
}

/** A `fetch` whose answers arrive byte by byte. */
function inSingleBytes(service: Service): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await service.fetch(input as Request | URL | string, init);
    const single = new TransformStream<Uint8Array, Uint8Array>({
      transform(block, controller) {
        for (const byte of block) controller.enqueue(Uint8Array.of(byte));
      },
    });
    return new Response(response.body?.pipeThrough(single) ?? null, response);
  };
}

const limits = { maxOutputTokens: 500, maxRetries: 0 };
const common = { ...limits, prompt: "hi" };

/** All parts of a streamed answer; none of them may be an error. */
async function partsOf(settings: Parameters<typeof streamText>[0]) {
  const parts = [];
  // The default handler of errors prints them, and the parts have them as well.
  const { fullStream } = streamText({ ...settings, onError: () => undefined });
  for await (const part of fullStream) {
    if (part.type === "error") throw part.error;
    parts.push(part);
  }
  return parts;
}

/** A tool that notes what it was called with. */
function createWeather() {
  const places: string[] = [];
  const weather = tool({
    description: "The weather of a place.",
    inputSchema: jsonSchema<{ place: string }>({
      type: "object",
      properties: { place: { type: "string" } },
      required: ["place"],
    }),
    execute: async ({ place }) => {
      places.push(place);
      return `sun in ${place}`;
    },
  });
  return { places, tools: { weather } };
}

/** Thinks, speaks and calls two tools at once, then says what came back. */
async function* callsTwoTools({ conversation }: InProcessRequest) {
  const results =
    conversation.turns.at(-1)?.blocks.filter((block) => block.type === "tool_result") ?? [];
  if (results.length > 0) {
    const said = results.flatMap(({ content }) =>
      content.map((block) => (block.type === "text" ? block.text : block.type)),
    );
    yield `I was told: ${said.join(", ")}.`;
    return;
  }
  yield thinking("Two places.", { signature: "c2lnbmVk" });
  yield "Let me look. ";
  yield toolCallStart({ name: "weather" });
  yield toolCallArguments('{"place":');
  yield toolCallArguments('"Oslo"}');
  yield toolCall({ name: "weather", arguments: { place: "Rome" } });
}

const lastWords = "I was told: sun in Oslo, sun in Rome.";

describe("the Vercel provider of the Messages format", () => {
  it("M095 M001 reads text, usage and reason, whole and streamed", async () => {
    const script: Script = ["Hello", " there.", usage({ input: 7, cacheRead: 2, output: 3 })];
    const { service } = serviceOf(script);
    const { model, requests } = modelOf(service);
    const whole = await generateText({ ...common, model });
    expect(whole).toMatchObject({ text: "Hello there.", finishReason: "stop", warnings: [] });
    expect(whole.usage).toMatchObject({ inputTokens: 9, outputTokens: 3 });
    const parts = await partsOf({ ...common, model });
    expect(parts.flatMap((part) => (part.type === "text-delta" ? part.text : []))).toEqual([
      "Hello",
      " there.",
    ]);
    expect(parts.at(-1)).toMatchObject({
      type: "finish",
      finishReason: "stop",
      totalUsage: { inputTokens: 9, outputTokens: 3 },
    });
    expect(requests.map(({ headers }) => headers.get("anthropic-version"))).toEqual([
      "2023-06-01",
      "2023-06-01",
    ]);
  });

  it.each([
    ["open", "open"],
    ["strict", strict],
  ] as const)(
    "M095 M065 M056 runs parallel tools over two steps in the %s profile",
    async (_profile, validation) => {
      const { service } = serviceOf(callsTwoTools, { validation });
      const { model } = modelOf(service);
      const { places, tools } = createWeather();
      const settings = { ...common, model, tools, stopWhen: stepCountIs(3) };
      const whole = await generateText(settings);
      expect(whole.text).toBe(lastWords);
      expect(whole.steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "stop"]);
      expect(whole.steps[0]).toMatchObject({ text: "Let me look. ", reasoningText: "Two places." });
      const parts = await partsOf(settings);
      expect(parts.filter(({ type }) => type === "tool-call")).toMatchObject([
        { toolName: "weather", input: { place: "Oslo" } },
        { toolName: "weather", input: { place: "Rome" } },
      ]);
      const texts = parts.flatMap((part) => (part.type === "text-delta" ? part.text : []));
      expect(texts.join("")).toBe(`Let me look. ${lastWords}`);
      expect(places).toEqual(["Oslo", "Rome", "Oslo", "Rome"]);
    },
  );

  it.each([undefined, "c2lnbmVk"])(
    "M095 M082 reads thinking and sends it back (signature: %s)",
    async (signature) => {
      const { service } = serviceOf([thinking("Let me"), thinking(" see.", { signature }), "So."]);
      const { model } = modelOf(service);
      const whole = await generateText({ ...common, model });
      expect(whole).toMatchObject({ reasoningText: "Let me see.", text: "So." });
      const parts = await partsOf({ ...common, model });
      expect(
        parts.flatMap((part) => (part.type === "reasoning-delta" ? part.text : [])).join(""),
      ).toBe("Let me see.");
      const again = await generateText({
        model,
        ...limits,
        messages: [
          { role: "user", content: "hi" },
          ...whole.response.messages,
          { role: "user", content: "And?" },
        ],
      });
      expect(again.text).toBe("So.");
    },
  );

  it("M095 M084 reads citations", async () => {
    const citation = {
      type: "char_location",
      cited_text: "Snow.",
      document_index: 0,
      document_title: "Report",
      start_char_index: 0,
      end_char_index: 5,
      file_id: null,
    };
    const cited = replaying([
      { type: "open", index: 0, block: { type: "text" } },
      { type: "delta", index: 0, delta: { type: "text", text: "It snows." } },
      { type: "delta", index: 0, delta: { type: "citation", format: "messages", value: citation } },
      { type: "close", index: 0 },
    ]);
    const { service } = serviceOf([], { models: [cited] });
    const { model } = modelOf(service);
    const settings = {
      model,
      ...limits,
      messages: [
        {
          role: "user" as const,
          content: [
            {
              type: "file" as const,
              data: Buffer.from("Snow."),
              mediaType: "text/plain",
              filename: "Report",
              providerOptions: { anthropic: { citations: { enabled: true } } },
            },
            { type: "text" as const, text: "Weather?" },
          ],
        },
      ],
    };
    const whole = await generateText(settings);
    expect(whole.text).toBe("It snows.");
    expect(whole.sources).toMatchObject([
      { type: "source", sourceType: "document", title: "Report" },
    ]);
    const parts = await partsOf(settings);
    expect(parts.filter(({ type }) => type === "source")).toMatchObject([{ title: "Report" }]);
  });

  it("M087 takes a clipped tool call for none", async () => {
    const { service } = serviceOf([
      "Ok. ",
      toolCall({ name: "weather", arguments: { place: "a".repeat(400) } }),
    ]);
    const { model } = modelOf(service);
    const { places, tools } = createWeather();
    const parts = await partsOf({ ...common, maxOutputTokens: 20, model, tools });
    const types = parts.map(({ type }) => type);
    expect(types).toContain("tool-input-start");
    expect(types).not.toContain("tool-call");
    expect(types).not.toContain("tool-error");
    expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: "length" });
    expect(places).toEqual([]);
  });

  it("M030 M063 M062 M068 understands the reasons of an end", async () => {
    const finish = async (script: Script, change: object = {}) => {
      const settings = { ...common, ...change, model: modelOf(serviceOf(script).service).model };
      const whole = await generateText(settings);
      expect((await partsOf(settings)).at(-1)).toMatchObject({ finishReason: whole.finishReason });
      return whole.finishReason;
    };
    expect(await finish(["a".repeat(100)], { maxOutputTokens: 2 })).toBe("length");
    expect(await finish(["one two"], { stopSequences: ["two"] })).toBe("stop");
    expect(await finish([stop("refusal")])).toBe("content-filter");
  });

  it("M069 reads an object that keeps to a schema", async () => {
    const schema = jsonSchema<{ city: string }>({
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false,
    });
    const { service } = serviceOf(['{"city":', '"Oslo"}'], { validation: strict });
    const { model } = modelOf(service);
    const { output } = await generateText({ ...common, model, output: Output.object({ schema }) });
    expect(output).toEqual({ city: "Oslo" });
  });

  it("M097 reads a stream that arrives byte by byte", async () => {
    const { service } = serviceOf(["aé", "€😀", " \ud83d", "\ude00"]);
    const fetch = inSingleBytes(service);
    const model = createAnthropic({ apiKey: key, baseURL: "http://in-process/v1", fetch })(
      "scripted",
    );
    expect(await streamText({ ...common, model }).text).toBe("aé€😀 😀");
  });

  it("M089 M090 M101 understands errors before and after the first byte", async () => {
    const error = new ServiceError({ kind: "overloaded", message: "Too busy." });
    const early = serviceOf(async function* () {
      yield* [];
      throw error;
    });
    const reason = await generateText({ ...common, model: modelOf(early.service).model }).catch(
      (caught: unknown) => caught,
    );
    expect(APICallError.isInstance(reason)).toBe(true);
    expect(reason).toMatchObject({ statusCode: 529, message: "Too busy." });
    const late = serviceOf(async function* () {
      yield "Half";
      throw error;
    });
    await expect(partsOf({ ...common, model: modelOf(late.service).model })).rejects.toThrow(
      /Too busy/,
    );
  });
});
