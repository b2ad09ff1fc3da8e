// An agent of the OpenAI Agents SDK, served in both formats.
import { createMemoryKeys, createService } from "@diglot/core";
import { fromOpenAIAgents } from "@diglot/openai-agents";
import { Agent, OpenAIProvider, Runner, tool } from "@openai/agents";
import { z } from "zod";

const stock = tool({
  name: "stock",
  description: "How many of an item are left.",
  parameters: z.object({ item: z.string() }),
  execute: async ({ item }) => `3 of ${item} are left`,
});
const agent = new Agent({
  name: "shop-agent",
  instructions: "You know the shop.",
  model: "gpt-4.1",
  tools: [stock],
});

const runner = new Runner({
  modelProvider: new OpenAIProvider({
    baseURL: process.env.OPENAI_BASE_URL ?? "",
    apiKey: "sk-upstream",
    useResponses: false,
  }),
  tracingDisabled: true,
});

export const service = createService({
  models: [fromOpenAIAgents(agent, { id: "shop-agent", runner })],
  keys: createMemoryKeys([{ key: "local-secret", id: "shop-front" }]),
});
