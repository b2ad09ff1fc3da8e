import { createServer } from "node:http";
import { setImmediate } from "node:timers/promises";
import { listen } from "@diglot/test-support/servers";
import { deferred, inTime } from "@diglot/test-support/wait";
import { expect, it, onTestFinished, vi } from "vitest";
import { createNodeTransport } from "../src/index.js";
import { stopTime } from "./support.js";

// This test has a file of its own, because undici takes its clock from the first timer of a process.
it("keeps an idle connection for 4 seconds, unless it is told otherwise", async () => {
  stopTime();
  const closed = deferred();
  let connections = 0;
  const server = createServer((_request, response) => response.end("whole"));
  // The server would keep the connection longer than the test lasts.
  server.keepAliveTimeout = 120_000;
  server.on("connection", (socket) => {
    connections += 1;
    socket.once("close", () => closed.resolve());
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const transport = createNodeTransport();
  onTestFinished(transport.close);
  const ask = async () => {
    const { signal } = new AbortController();
    const { body } = await transport({ method: "GET", url, headers: [], signal });
    while (await body.read());
    // undici counts a connection as idle one turn of the event loop after its answer.
    await setImmediate();
  };
  await ask();
  vi.advanceTimersByTime(3_500);
  await ask();
  expect(connections).toBe(1);
  // undici looks twice a second at what is over.
  vi.advanceTimersByTime(5_500);
  await inTime(closed.promise);
});
