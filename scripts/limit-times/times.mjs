// The limits of time. Each function sets one limit, lets it expire, and resolves with the milliseconds
// that it took.
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createService, defineModel } from "@diglot/core";

/** What each limit is set to, in milliseconds. */
export const limit = 2_000;

/** A request of Messages for a model. */
export function requestOf(body = {}) {
  return {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
    body: JSON.stringify({
      ...{ model: "m", max_tokens: 1_000_000, messages: [{ role: "user", content: "hi" }] },
      ...body,
    }),
  };
}

async function* silent() {
  await new Promise(() => undefined);
  yield "";
}

async function* stalling() {
  yield "a";
  await new Promise(() => undefined);
}

async function* trickling() {
  for (;;) {
    yield "a";
    await wait(50);
  }
}

/** The time until a request to this model is over, with one of the service's limits. */
async function timeOf(respond, timeouts, body) {
  const service = createService({
    models: [defineModel("m", respond)],
    ...{ allowAnonymous: true, timeouts },
  });
  const since = performance.now();
  const response = await service.request("/v1/messages", requestOf(body));
  await response.text();
  return performance.now() - since;
}

/** Starts a server with these options; `onStopped` is called when its model is cancelled. */
async function startServer(options, respond = silent, onStopped = () => undefined) {
  async function* observed(request) {
    try {
      yield* respond(request);
    } finally {
      onStopped();
    }
  }
  const model = defineModel("m", observed);
  const server = createHttpServer(
    createService({ models: [model], allowAnonymous: true }),
    options,
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: server.address().port, end };
}

/** The time until a server closes a connection on which it was sent no more than this. */
async function timeOfConnection(options, text) {
  const { port, end } = await startServer(options);
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const since = performance.now();
  socket.write(text);
  socket.resume();
  await once(socket, "close");
  end();
  return performance.now() - since;
}

async function* endless() {
  const text = "x".repeat(65_536);
  for (;;) yield text;
}

/** The time from the moment in which nothing more fits into the connection until the model is stopped. */
async function timeOfStalledReader() {
  let lastYield = 0;
  async function* noted() {
    for await (const text of endless()) {
      lastYield = performance.now();
      yield text;
    }
  }
  const stopped = Promise.withResolvers();
  const server = await startServer({ writeStallTimeout: limit }, noted, () =>
    stopped.resolve(performance.now()),
  );
  // The limit of the output must not end the reply before the connection is full.
  const { method, headers, body } = requestOf({ stream: true, max_tokens: 1_000_000_000 });
  const outgoing = httpRequest({
    host: "127.0.0.1",
    port: server.port,
    method,
    headers,
    path: "/v1/messages",
  });
  outgoing.on("error", () => undefined);
  outgoing.end(body);
  const [incoming] = await once(outgoing, "response");
  incoming.on("error", () => undefined);
  incoming.pause();
  const end = await stopped.promise;
  outgoing.destroy();
  server.end();
  return end - lastYield;
}

const head =
  "POST /v1/messages HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nanthropic-version: 2023-06-01\r\n";

/** Each limit of time by its name. */
export const times = {
  "timeouts.firstEvent": () => timeOf(silent, { firstEvent: limit }, { stream: true }),
  "timeouts.betweenEvents": () => timeOf(stalling, { betweenEvents: limit }, { stream: true }),
  "timeouts.total, streamed": () => timeOf(trickling, { total: limit }, { stream: true }),
  "timeouts.total, JSON": () => timeOf(trickling, { total: limit }),
  headersTimeout: () => timeOfConnection({ headersTimeout: limit }, head),
  requestTimeout: () =>
    timeOfConnection(
      { headersTimeout: limit, requestTimeout: limit },
      `${head}content-length: 100\r\n\r\n{`,
    ),
  writeStallTimeout: timeOfStalledReader,
};
