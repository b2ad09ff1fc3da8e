import { connect, createServer, type Socket } from "node:net";
import { listen } from "../../upstream/scripted-upstream.js";

/** A TCP proxy that can be cut. */
export interface DatabaseProxy {
  readonly port: number;
  /** Lets connections through, or cuts those that are there and refuses new ones. */
  set(open: boolean): void;
  /**
   * Cuts the connection on which these bytes are sent next, after the server has answered and
   * before the answer is passed on.
   */
  loseAnswerTo(bytes: string): void;
  /** How many answers were lost so. */
  lost(): number;
  close(): void;
}

/** Starts a proxy on a free port of 127.0.0.1 in front of a server. */
export async function startProxy(to: { host: string; port: number }): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  let looked: string | undefined;
  let lost = 0;

  function keep(socket: Socket, other: Socket): void {
    sockets.add(socket);
    // A connection that breaks is what this is for.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
  }

  const server = createServer((client) => {
    if (!isOpen) {
      client.destroy();
      return;
    }
    const backend = connect(to.port, to.host);
    keep(client, backend);
    keep(backend, client);
    let isLosing = false;
    client.on("data", (block) => {
      if (looked !== undefined && block.includes(looked)) {
        isLosing = true;
        looked = undefined;
      }
      backend.write(block);
    });
    backend.on("data", (block) => {
      // Its transaction is over when the server says that it is ready for the next one.
      const isReady = block.includes("Z\0\0\0\x05I");
      if (!isLosing) client.write(block);
      else if (isReady) {
        lost += 1;
        client.destroy();
      }
    });
  });
  const port = await listen(server);
  return {
    port,
    set(open) {
      isOpen = open;
      if (!open) for (const socket of sockets) socket.destroy();
    },
    loseAnswerTo(bytes) {
      looked = bytes;
    },
    lost: () => lost,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
