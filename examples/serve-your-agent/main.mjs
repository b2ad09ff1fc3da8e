import assert from "node:assert/strict";
import { once } from "node:events";
import Anthropic from "@anthropic-ai/sdk";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService, defineModel, thinking, usage } from "@diglot/core";
import OpenAI from "openai";

// Your agent: it works in steps, and knows nothing of HTTP or of wire formats.

/** @param {string} question @param {{ signal: AbortSignal }} options */
async function* runAgent(question, { signal }) {
  const steps = [
    { plan: "Look up the stock.", run: async () => "3 left" },
    { plan: "Look up the price.", run: async () => "12 EUR" },
  ];
  const findings = [];
  for (const { plan, run } of steps) {
    signal.throwIfAborted();
    yield { plan };
    findings.push(await run());
  }
  yield { answer: `${question} ${findings.join(", ")}.`, tokens: { input: 40, output: 12 } };
}

// Served: its plans are thoughts, its answer is text, and its own counts are the usage.

const agent = defineModel("shop-agent", async function* ({ conversation, signal }) {
  const question = (conversation.turns.at(-1)?.blocks ?? [])
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("");
  for await (const step of runAgent(question, { signal })) {
    if (step.plan) yield thinking(`${step.plan} `);
    if (step.answer) yield step.answer;
    if (step.tokens) yield usage(step.tokens);
  }
});

const service = createService({
  models: [agent],
  keys: createMemoryKeys([{ key: "local-secret", id: "shop-front" }]),
});
const server = createHttpServer(service);
server.listen(0, "127.0.0.1");
await once(server, "listening");

// From here on: two callers with the official clients.

const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
const question = "How many blue mugs, and for how much?";
const answer = `${question} 3 left, 12 EUR.`;

const anthropic = new Anthropic({ baseURL: origin, apiKey: "local-secret", authToken: null });
const message = await anthropic.messages
  .stream({
    model: "shop-agent",
    max_tokens: 1000,
    messages: [{ role: "user", content: question }],
  })
  .finalMessage();
assert.deepEqual(
  message.content.map((block) => (block.type === "text" ? block.text : block.type)),
  ["thinking", answer],
);
assert.equal(message.usage.output_tokens, 12);

const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: "local-secret" });
const completion = await openai.chat.completions.create({
  model: "shop-agent",
  messages: [{ role: "user", content: question }],
});
assert.equal(completion.choices[0]?.message.content, answer);
assert.equal(completion.usage?.completion_tokens, 12);
console.log("serve-your-agent: both official clients got", JSON.stringify(answer));

await service.close();
server.close();
