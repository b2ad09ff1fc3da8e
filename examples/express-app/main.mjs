import assert from "node:assert/strict";
import { once } from "node:events";
import { createExpressErrorHandler, createExpressMiddleware } from "@diglot/adapter-express";
import { createMemoryKeys, createService } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import express from "express";

const service = createService({
  models: [createEcho()],
  keys: createMemoryKeys([{ key: "local-secret" }]),
});

const app = express();
app.get("/", (_request, response) => response.send("The application's own page."));
app.use("/ai", createExpressMiddleware(service), createExpressErrorHandler(service));

// An application that parses bodies before its routes needs nothing else: the middleware takes the
// parsed body. The error handler turns what the parser refuses into an error of the caller's format.
app.use("/parsed", express.json({ limit: "32mb" }));
app.use("/parsed", createExpressMiddleware(service), createExpressErrorHandler(service));

const server = app.listen(0, "127.0.0.1");
await once(server, "listening");

// From here on: a caller.

const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;

for (const mount of ["/ai", "/parsed"]) {
  const response = await post(`${mount}/v1/chat/completions`, {
    model: "echo",
    messages: [{ role: "user", content: "hello" }],
  });
  assert.equal((await response.json()).choices[0].message.content, "hello");
}
const refused = await post("/parsed/v1/chat/completions", "not JSON");
assert.equal(refused.status, 400);
assert.equal((await refused.json()).error.type, "invalid_request_error");
assert.equal(await (await fetch(origin)).text(), "The application's own page.");
console.log("express-app: the service answers below /ai and /parsed, the application elsewhere");

server.close();
await service.close();

/** @type {(path: string, body: unknown) => Promise<Response>} */
function post(path, body) {
  return fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer local-secret" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
