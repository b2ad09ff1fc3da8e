// An agent of LangChain, served in both formats.
import { createMemoryKeys, createService } from "@diglot/core";
import { fromLangChain } from "@diglot/langchain";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";
import { z } from "zod";

const stock = tool(async ({ item }) => `3 of ${item} are left`, {
  name: "stock",
  description: "How many of an item are left.",
  schema: z.object({ item: z.string() }),
});

const model = new ChatOpenAI({
  model: "gpt-4.1",
  apiKey: "sk-upstream",
  configuration: { baseURL: process.env.OPENAI_BASE_URL },
});
const agent = createAgent({ model, systemPrompt: "You know the shop.", tools: [stock] });

export const service = createService({
  models: [fromLangChain(agent, { id: "shop-agent" })],
  keys: createMemoryKeys([{ key: "local-secret", id: "shop-front" }]),
});
