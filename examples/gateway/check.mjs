// Two upstreams of our own stand in for real ones; both official clients call through the gateway.
import assert from "node:assert/strict";
import { once } from "node:events";
import Anthropic from "@anthropic-ai/sdk";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService, defineModel, thinking, toolCall } from "@diglot/core";
import OpenAI from "openai";
import { createGateway } from "./gateway.mjs";

/** @param {string} name */
function standIn(name) {
  const model = defineModel(name, async function* ({ conversation }) {
    yield thinking("A tool would help. ");
    yield `${name} says hello.`;
    if (conversation.tools.length > 0) yield toolCall({ name: "look", arguments: { at: "sky" } });
  });
  return createService({ models: [model], keys: createMemoryKeys([{ key: `${name}-secret` }]) });
}

/** @param {import("@diglot/core").Service} service */
async function serve(service) {
  const server = createHttpServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
  return { origin, close: () => service.close().then(() => server.close()) };
}

const messages = await serve(standIn("hosted"));
const chat = await serve(standIn("local"));
const gateway = await serve(
  await createGateway({
    MESSAGES_BASE_URL: messages.origin,
    MESSAGES_API_KEY: "hosted-secret",
    CHAT_BASE_URL: `${chat.origin}/v1`,
    CHAT_API_KEY: "local-secret",
    GATEWAY_KEY: "gateway-secret",
  }),
);

const anthropic = new Anthropic({ baseURL: gateway.origin, apiKey: "gateway-secret" });
const openai = new OpenAI({ baseURL: `${gateway.origin}/v1`, apiKey: "gateway-secret" });
const parameters = { type: "object", properties: { at: { type: "string" } } };

for (const model of ["hosted", "local"]) {
  const message = await anthropic.messages
    .stream({
      model,
      max_tokens: 1000,
      messages: [{ role: "user", content: "Hello?" }],
      tools: [{ name: "look", input_schema: { ...parameters, type: "object" } }],
    })
    .finalMessage();
  assert.deepEqual(
    message.content.map((block) => block.type),
    ["thinking", "text", "tool_use"],
  );
  assert.equal(message.stop_reason, "tool_use");

  const completion = await openai.chat.completions
    .stream({
      model,
      messages: [{ role: "user", content: "Hello?" }],
      tools: [{ type: "function", function: { name: "look", parameters } }],
    })
    .finalChatCompletion();
  assert.equal(completion.choices[0]?.message.content, `${model} says hello.`);
  const call = completion.choices[0]?.message.tool_calls?.[0];
  assert.equal(call?.type === "function" && call.function.arguments, '{"at":"sky"}');
}

const listed = await openai.models.list();
assert.deepEqual(listed.data.map(({ id }) => id).sort(), ["hosted", "local"]);
console.log("gateway: two clients, two upstreams, four ways, all the same answer");

for (const server of [gateway, messages, chat]) await server.close();
