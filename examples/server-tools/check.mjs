// Stand-ins for the search and the model, and a client of Messages that offers a search.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import Anthropic from "@anthropic-ai/sdk";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createService, defineModel, toolCall } from "@diglot/core";
import { createSearching } from "./local.mjs";

const page = { url: "https://peaks.example/k2", title: "K2", content: "K2 is 8,611 m high." };
const search = createServer((_request, response) => {
  response.setHeader("content-type", "application/json").end(JSON.stringify({ results: [page] }));
}).listen(0, "127.0.0.1");
await once(search, "listening");

const model = defineModel("qwen3-coder", async function* ({ conversation }) {
  const hasFound = conversation.turns.some(({ blocks }) =>
    blocks.some(({ type }) => type === "tool_result"),
  );
  if (hasFound) yield `See [K2](${page.url}).`;
  else yield toolCall({ name: "web_search", arguments: { query: "K2" } });
});
const server = createHttpServer(createService({ models: [model], allowAnonymous: true }));
server.listen(0, "127.0.0.1");
await once(server, "listening");

const service = createSearching({
  model: `http://127.0.0.1:${portOf(server)}/v1`,
  search: `http://127.0.0.1:${portOf(search)}`,
});
const client = new Anthropic({ apiKey: "none", fetch: service.fetch, baseURL: "http://local" });
const message = await client.messages.create({
  model: "local",
  max_tokens: 500,
  messages: [{ role: "user", content: "How high is K2?" }],
  tools: [{ type: "web_search_20250305", name: "web_search" }],
});
assert.deepEqual(
  message.content.map(({ type }) => type),
  ["server_tool_use", "web_search_tool_result", "text"],
);
const text = message.content.at(-1);
assert.ok(text?.type === "text" && text.citations?.[0]?.type === "web_search_result_location");
assert.equal(message.usage.server_tool_use?.web_search_requests, 1);

server.close();
search.close();

/** @param {import("node:net").Server} listening */
function portOf(listening) {
  const address = listening.address();
  assert.ok(address && typeof address === "object");
  return address.port;
}
