// Two callers with the official clients, in front of the agent of server.mjs.
import assert from "node:assert/strict";
import { once } from "node:events";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

process.env.PORT = "0";
const { server, service } = await import("./server.mjs");
await once(server, "listening");

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
