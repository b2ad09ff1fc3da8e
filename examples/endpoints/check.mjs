// A stand-in for the server, the official client for embeddings, and `fetch` for what it does not have.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import OpenAI from "openai";
import { createEndpoints } from "./service.mjs";

/** @type {Record<string, string>} */
const replies = {
  "/v1/rerank": '{"results":[{"index":1,"relevance_score":0.9}],"usage":{"total_tokens":12}}',
  "/v1/score": '{"data":[{"index":0,"score":0.50}],"usage":{"prompt_tokens":8,"total_tokens":8}}',
};
const server = createServer((request, response) => {
  response.setHeader("content-type", "application/json").end(replies[request.url ?? ""]);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
assert.ok(address && typeof address === "object");

const { service, ledger } = createEndpoints({ baseUrl: `http://127.0.0.1:${address.port}/v1` });
const apiKey = "sk-local-0123456789";
const client = new OpenAI({ apiKey, baseURL: "http://local/v1", fetch: service.fetch });

const { data } = await client.embeddings.create({ model: "letters", input: ["banana", "plum"] });
assert.deepEqual(
  data.map(({ embedding }) => embedding),
  [
    [3, 0, 0, 0, 0],
    [0, 0, 0, 0, 1],
  ],
);

/** @param {string} path @param {object} body */
const post = async (path, body) => {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  return service.request(path, { method: "POST", headers, body: JSON.stringify(body) });
};
const ranked = await post("/v1/rerank", { model: "ranker", query: "q", documents: ["a", "b"] });
assert.equal(await ranked.text(), replies["/v1/rerank"]);
const scored = await post("/v1/score", { model: "scorer", text_1: "a", text_2: "b" });
assert.equal(await scored.text(), replies["/v1/score"]);

assert.deepEqual(
  ledger.all().map((row) => [row.format, "usage" in row && row.usage.input]),
  [
    ["embeddings", 3],
    ["rerank", 12],
    ["scores", 8],
  ],
);
server.close();
