import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { toNodeHandler } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import { EventSourceParserStream } from "eventsource-parser/stream";

const service = createService({
  models: [createEcho()],
  keys: createMemoryKeys([{ key: "local-secret" }]),
});

const handler = toNodeHandler(service);
const server = createServer((request, response) => {
  if (service.matches(request.url ?? "/")) handler(request, response);
  else response.end("The application's own page.");
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

// From here on: a caller, which reads a stream to its end.

const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;

const response = await fetch(`${origin}/v1/messages`, {
  method: "POST",
  headers: {
    "content-type": "application/json",
    "x-api-key": "local-secret",
    "anthropic-version": "2023-06-01",
  },
  body: JSON.stringify({
    model: "echo",
    max_tokens: 100,
    stream: true,
    messages: [{ role: "user", content: "one two three" }],
  }),
});
const events = [];
const stream = response.body
  ?.pipeThrough(new TextDecoderStream())
  .pipeThrough(new EventSourceParserStream());
for await (const { event } of stream ?? []) events.push(event);
assert.equal(events[0], "message_start");
assert.equal(events.at(-1), "message_stop");
assert.equal(await (await fetch(origin)).text(), "The application's own page.");
console.log(`node-http: a stream of ${events.length} events, from message_start to message_stop`);

// Streams that still run get time to end; only then are the connections closed.
await service.close({ timeout: 5_000 });
server.close();
