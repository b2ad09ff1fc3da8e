import { createOpenAI } from "@ai-sdk/openai";
import { createFake, type Fake, faults, type Turn } from "@diglot/testing";
import { Agent, tool as agentTool, OpenAIProvider, Runner } from "@openai/agents";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";

const apiKey = "sk-test-123456";
const parameters = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
} as const;
const rome = { city: "Rome" };

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

const clientOf = ({ fetch }: Pick<Fake, "fetch">, maxRetries = 0) =>
  new OpenAI({ apiKey, fetch, maxRetries });

const callsWeather: Turn = {
  thinking: "I have to look.",
  text: "Let me look.",
  toolCalls: [{ name: "weather", arguments: rome }],
  usage: { input: 40, cacheRead: 8, output: 21, reasoning: 5 },
};
const loop: readonly Turn[] = [callsWeather, "It is sunny in Rome."];
const tools = [{ type: "function" as const, name: "weather", parameters, strict: true }];
const question = { model: "gpt-of-tomorrow", input: "Weather in Rome?" };

describe("the official client", () => {
  it("reads a text, the model and the usage", async () => {
    const fake = fakeOf({ text: "Hello there.", usage: { input: 7, cacheRead: 2, output: 3 } });
    const response = await clientOf(fake).responses.create(question);
    expect(response).toMatchObject({
      object: "response",
      status: "completed",
      model: "gpt-of-tomorrow",
      created_at: 1_767_225_600,
      output_text: "Hello there.",
      usage: {
        input_tokens: 9,
        input_tokens_details: { cached_tokens: 2 },
        output_tokens: 3,
        total_tokens: 12,
      },
    });
    expect(response._request_id).toMatch(/^req_/);
  });

  it("streams a text in several deltas that add up to the response", async () => {
    const fake = fakeOf("One two three.");
    const stream = clientOf(fake).responses.stream(question);
    const deltas: string[] = [];
    stream.on("response.output_text.delta", ({ delta }) => deltas.push(delta));
    const response = await stream.finalResponse();
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join("")).toBe("One two three.");
    expect(response.output_text).toBe("One two three.");
  });

  it.each([false, true])(
    "goes through a tool loop with reasoning; streamed: %s",
    async (stream) => {
      const fake = fakeOf(...loop);
      const client = clientOf(fake);
      const ask = (input: OpenAI.Responses.ResponseInput) => {
        const body = { model: question.model, input, tools };
        return stream
          ? client.responses.stream(body).finalResponse()
          : client.responses.create(body);
      };
      const asked = { role: "user" as const, content: question.input };
      const first = await ask([asked]);
      expect(first.output.map(({ type }) => type)).toEqual([
        "reasoning",
        "message",
        "function_call",
      ]);
      const output: readonly OpenAI.Responses.ResponseOutputItem[] = first.output;
      const call = output.find(({ type }) => type === "function_call");
      const { call_id } = call as OpenAI.Responses.ResponseFunctionToolCall;
      const second = await ask([
        asked,
        ...(first.output as OpenAI.Responses.ResponseInput),
        { type: "function_call_output", call_id, output: "sunny" },
      ]);
      expect(second.output_text).toBe("It is sunny in Rome.");
      expect(fake.calls[1]?.conversation?.turns.map(({ role }) => role)).toEqual([
        "user",
        "assistant",
        "user",
      ]);
    },
  );

  it("parses an answer with a schema", async () => {
    const fake = fakeOf(JSON.stringify(rome));
    const { output_parsed } = await clientOf(fake).responses.parse({
      ...question,
      text: { format: { type: "json_schema", name: "city", schema: parameters, strict: true } },
    });
    expect(output_parsed).toEqual(rome);
  });

  it("sees a refusal, and an answer that was cut", async () => {
    const fake = fakeOf({ refusal: "No." }, { text: "Cut", stop: "max_tokens" });
    const client = clientOf(fake);
    const refused = await client.responses.create(question);
    expect(refused).toMatchObject({
      status: "completed",
      output: [{ content: [{ type: "refusal", refusal: "No." }] }],
    });
    expect(await client.responses.create(question)).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output_text: "Cut",
    });
  });

  it("retries after an error that is worth it", async () => {
    const limited = faults.rateLimited({ retryAfterSeconds: 0.001 });
    const fake = fakeOf({ fault: limited }, { fault: faults.unreachable() }, "At last.");
    const { output_text } = await clientOf(fake, 2).responses.create(question);
    expect(output_text).toBe("At last.");
  });

  it.each([{ events: 0 }, { events: 5 }, { blocks: 1 }])(
    "throws what an error in the middle of a stream says, at %j",
    async (at) => {
      const fault = faults.errorEvent(at, { kind: "internal", message: "It broke." });
      const fake = fakeOf({ text: "One two.", fault }, { text: "One two.", fault });
      const client = clientOf(fake);
      await expect(client.responses.stream(question).finalResponse()).rejects.toThrow("It broke.");
      const raw = await client.responses.create({ ...question, stream: true });
      const iterate = async () => {
        for await (const _ of raw);
      };
      await expect(iterate()).rejects.toThrow("It broke.");
    },
  );

  it("throws when the connection breaks in the middle of a stream", async () => {
    const fake = fakeOf({ text: "One two.", fault: faults.reset({ events: 5 }) });
    await expect(clientOf(fake).responses.stream(question).finalResponse()).rejects.toThrow();
  });

  it("is told what the script cannot answer", async () => {
    const fake = createFake();
    await expect(clientOf(fake).responses.create(question)).rejects.toMatchObject({ status: 400 });
    expect(fake.calls[0]?.unexpected).toContain("script");
  });
});

describe("the AI SDK", () => {
  it.each([false, true])("runs a tool loop by its default model; streamed: %s", async (streams) => {
    const fake = fakeOf(...loop);
    const openai = createOpenAI({ apiKey, fetch: fake.fetch });
    const inputs: unknown[] = [];
    const execute = async (input: typeof rome) => {
      inputs.push(input);
      return "sunny";
    };
    const options = {
      model: openai("gpt-of-tomorrow"),
      prompt: question.input,
      maxRetries: 0,
      stopWhen: stepCountIs(3),
      tools: {
        weather: tool({ inputSchema: jsonSchema<typeof rome>(parameters as never), execute }),
      },
    };
    const text = streams ? await streamText(options).text : (await generateText(options)).text;
    expect(text).toBe("It is sunny in Rome.");
    expect(inputs).toEqual([rome]);
    expect(fake.calls.map(({ format }) => format)).toEqual(["responses", "responses"]);
  });
});

describe("the Agents SDK", () => {
  it.each([false, true])("runs an agent with a tool; streamed: %s", async (streams) => {
    const fake = fakeOf(...loop);
    const modelProvider = new OpenAIProvider({ openAIClient: clientOf(fake) as never });
    const inputs: unknown[] = [];
    const weather = agentTool({
      name: "weather",
      description: "Looks.",
      parameters: z.object({ city: z.string() }),
      execute: async (input) => {
        inputs.push(input);
        return "sunny";
      },
    });
    const agent = new Agent({ name: "weather", model: "gpt-of-tomorrow", tools: [weather] });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    if (streams) {
      const stream = await runner.run(agent, question.input, { stream: true });
      await stream.completed;
      expect(stream.finalOutput).toBe("It is sunny in Rome.");
    } else {
      const { finalOutput } = await runner.run(agent, question.input);
      expect(finalOutput).toBe("It is sunny in Rome.");
    }
    expect(inputs).toEqual([rome]);
    expect(fake.calls.map(({ format }) => format)).toEqual(["responses", "responses"]);
  });
});
