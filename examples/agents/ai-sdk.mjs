// An agent of the AI SDK, served in both formats.
import { createOpenAI } from "@ai-sdk/openai";
import { fromAiSdk } from "@diglot/ai-sdk";
import { createMemoryKeys, createService } from "@diglot/core";
import { ToolLoopAgent, tool } from "ai";
import { z } from "zod";

const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL ?? "", apiKey: "sk-upstream" });

const agent = new ToolLoopAgent({
  model: openai.chat("gpt-4.1"),
  instructions: "You know the shop.",
  onError: () => undefined,
  tools: {
    stock: tool({
      description: "How many of an item are left.",
      inputSchema: z.object({ item: z.string() }),
      execute: async ({ item }) => `3 of ${item} are left`,
    }),
  },
});

export const service = createService({
  models: [fromAiSdk(agent, { id: "shop-agent" })],
  keys: createMemoryKeys([{ key: "local-secret", id: "shop-front" }]),
});
