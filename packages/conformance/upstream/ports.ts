import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { listen } from "./scripted-upstream.js";

/** A port of 127.0.0.1 that refuses connections. */
export async function findClosedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}

/** A port that neither accepts nor refuses connections. */
export interface FullPort {
  readonly port: number;
  close(): Promise<void>;
}

const blockedServer = `
const { createServer } = require("node:net");
const { parentPort } = require("node:worker_threads");
const server = createServer();
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
`;

/**
 * A port whose queue of waiting connections is full: a thread listens and then stands still, and a
 * few connections take every place. A further attempt to connect hangs.
 */
export async function createFullPort(): Promise<FullPort> {
  const worker = new Worker(blockedServer, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  const waiting = Array.from({ length: 4 }, () => connectSilently(port));
  await Promise.race(waiting.map((socket) => once(socket, "connect")));
  return {
    port,
    async close() {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}

function connectSilently(port: number): Socket {
  return connect({ port, host: "127.0.0.1" }).on("error", () => undefined);
}
