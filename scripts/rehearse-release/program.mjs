// The program that the rehearsal writes into each empty folder. It imports all packages, and asks a
// service in three formats and through a fake. At the end it prints the runtime that runs it.
import assert from "node:assert/strict";
import {
  chatCompletionsFormat,
  createMemoryKeys,
  createService,
  defineModel,
  messagesFormat,
} from "@diglot/core";
import { responses } from "@diglot/responses";
import { createFake } from "@diglot/testing";

for (const name of process.argv.slice(2)) {
  assert.notEqual(Object.keys(await import(name)).length, 0, `${name} exports nothing`);
}

const hello = defineModel("hello", async function* () {
  yield "Hello!";
});
const service = createService({
  models: [hello],
  formats: [responses(), messagesFormat, chatCompletionsFormat],
  keys: createMemoryKeys([{ key: "local-secret" }]),
});

async function ask(fetch, path, body, headers) {
  const response = await fetch(
    new Request(`http://127.0.0.1${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: "Bearer local-secret",
        ...headers,
      },
      body: JSON.stringify({ model: "hello", ...body }),
    }),
  );
  assert.equal(response.status, 200, await response.clone().text());
  return response.json();
}

const messages = [{ role: "user", content: "Hello?" }];
const version = { "anthropic-version": "2023-06-01" };

for (const fetch of [service.fetch, createFake().reply("Hello!").fetch]) {
  const message = await ask(fetch, "/v1/messages", { max_tokens: 100, messages }, version);
  assert.equal(message.content[0].text, "Hello!");
}
const completion = await ask(service.fetch, "/v1/chat/completions", { messages });
assert.equal(completion.choices[0].message.content, "Hello!");
const response = await ask(service.fetch, "/v1/responses", { input: "Hello?" });
assert.equal(response.output.at(-1).content[0].text, "Hello!");

await service.close();

const { node, bun, deno } = process.versions;
console.log(bun ? `bun ${bun}` : deno ? `deno ${deno}` : `node ${node}`);
