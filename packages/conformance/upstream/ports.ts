import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { threadId, Worker } from "node:worker_threads";

/**
 * A port on which nothing listens. It is below those that a system gives to servers and connections
 * which ask for any, and each worker tries ports of its own, so that no other test gets it meanwhile.
 */
export async function findClosedPort(): Promise<number> {
  for (let port = firstPort; port < firstPort + 100; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error("Something listens on each of a hundred ports.");
}

const firstPort = 20_000 + ((process.pid * 7 + threadId) % 100) * 100;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, "listening").then(
    () => true,
    () => false,
  );
  server.listen(port, "127.0.0.1");
  const free = await listening;
  if (free) await once(server.close(), "close");
  return free;
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
