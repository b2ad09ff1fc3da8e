// Both official clients in front of each agent; what the agents call is a fake on this machine.
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import { createFake, toolCall } from "@diglot/testing";
import OpenAI from "openai";

const fake = createFake();
fake.when({ toolResult: { text: "3 of mugs are left" } }, "Three mugs are left.");
fake.when(
  { user: "How many mugs?", tools: "stock" },
  { pieces: ["I look.", toolCall({ name: "stock", arguments: { item: "mugs" } })] },
);
const { url, close } = await fake.listen();
process.env.OPENAI_BASE_URL = `${url}/v1`;

const answer = "I look.\n\nThree mugs are left.";
/** @type {{ role: "user", content: string }[]} */
const messages = [{ role: "user", content: "How many mugs?" }];

for (const framework of ["ai-sdk", "langchain", "openai-agents"]) {
  const { service } = await import(`./${framework}.mjs`);
  const { fetch } = service;

  const openai = new OpenAI({ apiKey: "local-secret", fetch });
  const completion = await openai.chat.completions.create({ model: "shop-agent", messages });
  assert.equal(completion.choices[0]?.message.content, answer);

  const anthropic = new Anthropic({ apiKey: "local-secret", authToken: null, fetch });
  const stream = anthropic.messages.stream({ model: "shop-agent", max_tokens: 1000, messages });
  const message = await stream.finalMessage();
  assert.deepEqual(
    message.content.map((block) => (block.type === "text" ? block.text : block.type)),
    [answer],
  );
  assert.equal(message.usage.input_tokens, completion.usage?.prompt_tokens);

  await service.close();
  console.log(`${framework}: both official clients got`, JSON.stringify(answer));
}

await close();
