import { createAnthropic } from "@ai-sdk/anthropic";

import { fromAiSdk } from "@diglot/ai-sdk";
import { ways } from "@diglot/test-support/ask";
import {
  asked,
  type Create,
  fakeOf,
  itHandsOver,
  itLeavesTraces,
  itServesAgent,
} from "@diglot/test-support/frameworks";
import { thinking } from "@diglot/testing";
import { jsonSchema, ToolLoopAgent, tool } from "ai";
import { jsonSchema as jsonSchema6, ToolLoopAgent as ToolLoopAgent6, tool as tool6 } from "ai-6";
import { createOpenAI as createOpenAI3 } from "ai-sdk-openai-3";
import { describe, expect, it } from "vitest";
import { finish, mockModel, textPart } from "./mocks.js";
import { agentOf } from "./served.js";

type Fetch = typeof globalThis.fetch;
const schema = { type: "object", properties: {} } as const;
const look = async () => "3 left";

/** Agents of both versions, with a tool that they run, and one that only their caller can run. */
const agents = {
  "ai 7": (fetch: Fetch) =>
    new ToolLoopAgent({
      id: "shop-agent",
      model: createAnthropic({ apiKey: "sk-upstream", fetch })("claude-sonnet-4-5"),
      instructions: "You know the shop.",
      maxRetries: 0,
      onError: () => undefined,
      tools: {
        stock: tool({ inputSchema: jsonSchema<object>(schema), execute: look }),
        ask_user: tool({ inputSchema: jsonSchema<object>(schema) }),
      },
    }),
  "ai 6": (fetch: Fetch) =>
    new ToolLoopAgent6({
      id: "shop-agent",
      model: createOpenAI3({ apiKey: "sk-upstream", fetch }).chat("gpt-4.1"),
      instructions: "You know the shop.",
      maxRetries: 0,
      tools: {
        stock: tool6({ inputSchema: jsonSchema6<object>(schema), execute: look }),
        ask_user: tool6({ inputSchema: jsonSchema6<object>(schema) }),
      },
    }),
};

const cases = Object.entries(agents).flatMap(([version, create]) =>
  ways.map((way) => ({ version, create, ...way })),
);

describe.each(cases)("an agent of $version for $format, streamed: $stream", (way) => {
  const create: Create = (fetch) => fromAiSdk(way.create(fetch));
  itServesAgent(way, create);
  itHandsOver(way, create);
});

describe("an agent with a bug", () => {
  itLeavesTraces(fromAiSdk(agentOf([new TypeError("my bug")])));
});

describe.each(ways)("a thinking agent for $format, streamed: $stream", (way) => {
  it("shows its reasoning", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply(thinking("They want a number.", { signature: "proof" }), "Three.");
    const agent = new ToolLoopAgent({
      id: "shop-agent",
      model: createAnthropic({ apiKey: "sk-upstream", fetch })("claude-sonnet-4-5"),
      providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 2000 } } },
    });
    const { reply } = asked(fromAiSdk(agent), way);
    expect(await reply).toMatchObject({ text: "Three.", reasoning: "They want a number." });
  });
});

describe("an agent of several steps", () => {
  it("separates their reasoning, and says in the receipt what it does not show", async () => {
    const source = {
      type: "source",
      sourceType: "url",
      id: "s",
      url: "https://mugs.test",
    } as const;
    const think = (delta: string) =>
      [
        { type: "reasoning-start", id: "r" },
        { type: "reasoning-delta", id: "r", delta },
        { type: "reasoning-end", id: "r" },
      ] as const;
    const call = { type: "tool-call", toolCallId: "a", toolName: "stock", input: "{}" } as const;
    const model = mockModel([
      [...think("One."), call, finish("tool-calls")],
      [
        ...think("Two."),
        source,
        { type: "text-start", id: "0" },
        textPart("Three."),
        { type: "text-end", id: "0" },
        finish(),
      ],
    ]);
    const tools = { stock: tool({ inputSchema: jsonSchema<object>(schema), execute: look }) };
    const agent = new ToolLoopAgent({ id: "shop-agent", model, tools });
    const { reply, losses } = asked(fromAiSdk(agent), { format: "messages", stream: true });
    expect(await reply).toMatchObject({ reasoning: "One.\n\nTwo.", text: "Three." });
    expect(losses()).toEqual([expect.stringContaining("sources")]);
  });
});
