import { createServer, type ServerResponse } from "node:http";
import { createServer as createSocketServer, type Server, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { inTime, until } from "@diglot/test-support/wait";
import { expect, it, onTestFinished, vi } from "vitest";
import { createNodeTransport } from "../src/index.js";
import { stopTime } from "./support.js";

/** Ten minutes, which is longer than any limit of undici. */
const long = 600_000;

/** The host and port of a server. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

// This test has a file of its own, because undici takes its clock from the first timer of a process.
it("waits 10 seconds for a connection, and as long as it takes for an answer", async () => {
  stopTime();
  const transport = createNodeTransport();
  onTestFinished(transport.close);
  const { signal } = new AbortController();
  const send = (url: string) => transport({ method: "GET", url, headers: [], signal });

  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  // A TLS handshake that is never answered stands for a connection that never stands.
  const silent = await listen(createSocketServer((socket) => void sockets.push(socket)));
  let failure: unknown;
  const connecting = send(`https://${silent}`).catch((error: unknown) => {
    failure = error;
  });
  await until(() => sockets.length === 1);
  vi.advanceTimersByTime(9_000);
  await setImmediate();
  expect(failure).toBeUndefined();
  vi.advanceTimersByTime(2_500);
  await inTime(connecting);
  expect(failure).toMatchObject({ code: "UND_ERR_CONNECT_TIMEOUT" });

  const responses: ServerResponse[] = [];
  const slow = createServer((_request, response) => void responses.push(response));
  const asking = send(`http://${await listen(slow)}`);
  const response = await until(() => responses[0]);
  vi.advanceTimersByTime(long);
  response.write("first");
  const { body } = await inTime(asking);
  expect(String(await body.read())).toBe("first");
  vi.advanceTimersByTime(long);
  response.end("rest");
  expect(String(await body.read())).toBe("rest");
});
