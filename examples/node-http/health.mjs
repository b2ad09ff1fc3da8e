// Health checks, and a stop that cuts no stream: the process sends itself the signal of Kubernetes.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService, defineModel, healthEndpoints } from "@diglot/core";

let goOn = () => {};
const word = new Promise((resolve) => {
  goOn = () => resolve(undefined);
});
const patient = defineModel("patient", async function* () {
  yield "The beginning, ";
  await word;
  yield "and the end.";
});

const service = createService({
  models: [patient],
  keys: createMemoryKeys([{ key: "local-secret" }]),
  endpoints: healthEndpoints(),
});
const server = createHttpServer(service).listen(0, "127.0.0.1");

process.once("SIGTERM", async () => {
  await service.close({ timeout: 30_000 }); // nothing new is taken, and streams that run may end
  server.close();
});

// From here on: whoever probes, and a caller whose stream runs when the signal comes.

await once(server, "listening");
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;

/** @param {string} path */
async function probe(path) {
  const response = await fetch(origin + path);
  return [response.status, await response.json()];
}

const ask = () =>
  fetch(`${origin}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer local-secret" },
    body: JSON.stringify({
      model: "patient",
      stream: true,
      messages: [{ role: "user", content: "Hello?" }],
    }),
  });

assert.deepEqual(await probe("/readyz"), [200, { status: "ready" }]);
const running = await ask();
const [signalled, closed] = [once(process, "SIGTERM"), once(server, "close")];
process.kill(process.pid, "SIGTERM");
await signalled;
assert.deepEqual(await probe("/readyz"), [503, { status: "closing" }]);
assert.deepEqual(await probe("/healthz"), [200, { status: "alive" }]);
assert.equal((await ask()).status, 503);
goOn();
assert.match(await running.text(), /and the end\..*\[DONE\]/s);
await closed;
console.log("node-http: not ready from the signal on, and the stream that ran came to its end");
