import Anthropic from "@anthropic-ai/sdk";
import { faults, toolCall } from "@diglot/testing";
import { useFake } from "@diglot/testing/vitest";
import OpenAI from "openai";
import { describe, expect, it, vi } from "vitest";
import { askAnthropic } from "../src/anthropic-agent.js";
import { askOpenAI } from "../src/openai-agent.js";
import type { Tool } from "../src/tools.js";

const parameters = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
} as const;

/** Fresh tools for a test, which notes what they were called with. */
function createTools() {
  const getWeather = vi.fn(async (_input: unknown) => "18 °C");
  const getTime = vi.fn(async (_input: unknown): Promise<string> => "12:30");
  const tools: readonly Tool[] = [
    { name: "get_weather", description: "The weather in a city.", parameters, run: getWeather },
    { name: "get_time", description: "The time in a city.", parameters, run: getTime },
  ];
  return { tools, getWeather, getTime };
}

// One script for both agents: the fake answers each in the format that it speaks.
describe.each(["Anthropic", "OpenAI"] as const)("the agent with the SDK of %s", (sdk) => {
  const fake = useFake();

  function ask(
    tools: readonly Tool[],
    {
      maxRetries = 2,
      ...options
    }: { maxRetries?: number; timeoutMilliseconds?: number; maxTurns?: number } = {},
  ): Promise<string> {
    const settings = { apiKey: "sk-test", fetch: fake.fetch, maxRetries };
    const question = "What's the weather in Paris, and the time?";
    return sdk === "Anthropic"
      ? askAnthropic(new Anthropic(settings), question, { tools, ...options })
      : askOpenAI(new OpenAI(settings), question, { tools, ...options });
  }

  it("calls two tools at once and answers with what they gave", async () => {
    const { tools, getTime } = createTools();
    fake.reply(
      toolCall({ name: "get_weather", arguments: { city: "Paris" } }),
      toolCall({ name: "get_time", arguments: { city: "Paris" } }),
    );
    fake.reply("18 °C at half past twelve.");

    expect(await ask(tools)).toBe("18 °C at half past twelve.");

    expect(getTime).toHaveBeenCalledWith({ city: "Paris" });
    expect(fake).toHaveReceivedTool("get_time", parameters);
    expect(fake).toHaveReceivedSystem("Use the tools.");
    expect(fake).toMatchConversation([
      "user: What's the weather in Paris, and the time?",
      'assistant: get_weather({"city":"Paris"})',
      'assistant: get_time({"city":"Paris"})',
      "user: get_weather → 18 °C",
      "user: get_time → 12:30",
      "assistant: 18 °C at half past twelve.",
    ]);
  });

  it("tells the model that a tool failed, and goes on", async () => {
    const { tools, getTime } = createTools();
    getTime.mockRejectedValueOnce(new Error("no such city"));
    fake.script([{ toolCalls: [{ name: "get_time", arguments: { city: "Pariss" } }] }]);
    fake.when({ toolResult: { name: "get_time", text: "no such city" } }, "I do not know.");

    expect(await ask(tools)).toBe("I do not know.");
    // Only one of the formats has a member for it; there the line says "error" by itself.
    expect(fake).toMatchConversation([
      "user: What's the weather in Paris, and the time?",
      { role: "assistant", toolCall: { name: "get_time" } },
      /^user: get_time → error: no such city$/i,
      "assistant: I do not know.",
    ]);
  });

  it("says so when the model refuses", async () => {
    fake.script([{ refusal: "I will not answer that." }]);
    await expect(ask(createTools().tools)).rejects.toMatchObject({ reason: "refused" });
  });

  it("does not take an answer for whole that was cut short", async () => {
    fake.script([{ text: "It is", stop: "max_tokens" }]);
    await expect(ask(createTools().tools)).rejects.toMatchObject({ reason: "cut_short" });
  });

  it("does not go on for ever", async () => {
    fake.when(
      { tools: "get_time" },
      { toolCalls: [{ name: "get_time", arguments: { city: "Rome" } }] },
    );
    await expect(ask(createTools().tools, { maxTurns: 3 })).rejects.toMatchObject({
      reason: "too_many_turns",
    });
    expect(fake).toHaveReceivedRequests(3);
  });

  it("has an answer after a rate limit, since the client retries", async () => {
    fake.script([{ fault: faults.rateLimited({ retryAfterSeconds: 1 }) }, "Sunny."]);
    expect(await ask(createTools().tools)).toBe("Sunny.");
    expect(fake).toHaveReceivedRequests(2);
  });

  it("gives up on an overloaded service when the client does", async () => {
    fake.script([
      { fault: faults.overloaded({ retryAfterSeconds: 1 }) },
      { fault: faults.overloaded() },
    ]);
    await expect(ask(createTools().tools, { maxRetries: 1 })).rejects.toMatchObject({
      status: sdk === "Anthropic" ? 529 : 503,
    });
  });

  it("runs no tool if the stream breaks off after the call", async () => {
    const { tools, getWeather } = createTools();
    const toolCalls = [{ name: "get_weather", arguments: { city: "Paris" } }];
    fake.script([{ toolCalls, fault: faults.cut({ blocks: 1 }) }]);
    await expect(ask(tools)).rejects.toThrow();
    expect(getWeather).not.toHaveBeenCalled();
    expect(fake).toHaveReceivedRequests(1);
  });

  it("fails with the error that comes after half an answer", async () => {
    const toolCalls = [{ name: "get_weather", arguments: { city: "Paris" } }];
    fake.script([{ text: "One moment.", toolCalls, fault: faults.errorEvent({ blocks: 1 }) }]);
    await expect(ask(createTools().tools)).rejects.toThrow(/overloaded/i);
  });

  it("leaves when the stream stalls", async () => {
    fake.script([{ text: "Wait for it …", fault: faults.stall({ events: 2 }) }]);
    await expect(ask(createTools().tools, { timeoutMilliseconds: 300 })).rejects.toThrow(/abort/i);
    await fake.calls[0]?.finished;
    expect(fake).toHaveBeenAborted();
    expect(fake).toHaveReceivedRequests(1);
  });
});
