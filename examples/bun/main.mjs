import assert from "node:assert/strict";
import { toFetchHandler } from "@diglot/adapter-fetch";
import { createMemoryKeys, createService } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";

const service = createService({
  models: [createEcho()],
  keys: createMemoryKeys([{ key: "local-secret" }]),
});

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  // Bun's default cuts a connection after 10 silent seconds; a model may be silent for longer.
  idleTimeout: 0,
  fetch: toFetchHandler(service),
});

// From here on: a caller.

const response = await fetch(new URL("/v1/chat/completions", server.url), {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer local-secret" },
  body: JSON.stringify({ model: "echo", messages: [{ role: "user", content: "hello" }] }),
});
assert.equal((await response.json()).choices[0].message.content, "hello");
console.log(`bun: Bun ${Bun.version} answers`);

await service.close();
await server.stop();
