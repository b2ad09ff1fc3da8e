import assert from "node:assert/strict";
import { toFetchHandler } from "@diglot/adapter-fetch";
import { createMemoryKeys, createService } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";

const service = createService({
  models: [createEcho()],
  keys: createMemoryKeys([{ key: "local-secret" }]),
});

const server = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  toFetchHandler(service),
);

// From here on: a caller.

const response = await fetch(`http://127.0.0.1:${server.addr.port}/v1/messages`, {
  method: "POST",
  headers: {
    "content-type": "application/json",
    "x-api-key": "local-secret",
    "anthropic-version": "2023-06-01",
  },
  body: JSON.stringify({
    model: "echo",
    max_tokens: 100,
    messages: [{ role: "user", content: "hello" }],
  }),
});
assert.deepEqual((await response.json()).content, [{ type: "text", text: "hello" }]);
console.log(`deno: Deno ${Deno.version.deno} answers`);

await service.close();
await server.shutdown();
