import { type Answer, type ByteSource, checks, type Exchange } from "@diglot/core";
import { isLost } from "../faults/lost-answer.js";
import { isSource } from "./calls/copy-source.js";
import type { Fake, Listener } from "./fake.js";

type Where = NonNullable<Parameters<Fake["listen"]>[0]>;

/** What is used of `node:http`, which other runtimes have too. */
interface Http {
  createServer(listener: RequestListener): Server;
}
type RequestListener = (request: unknown, response: Response) => void;
interface Server {
  on(event: "checkContinue", listener: RequestListener): void;
  on(event: "upgrade", listener: (request: unknown, socket: Socket) => void): void;
  once(event: "error", listener: (error: Error) => void): void;
  listen(port: number, hostname: string, listener: () => void): void;
  address(): { readonly port: number } | string | null;
  close(listener: () => void): void;
  closeAllConnections(): void;
}
interface Response {
  readonly socket: Socket | null;
  flushHeaders(): void;
}
interface Socket {
  resetAndDestroy?(): void;
  destroy(): void;
  write(text: string, written: () => void): void;
}

type Handle = Fake["handle"];

/** What is used of the adapter. */
interface Adapter {
  serveWebSockets(server: Server, service: { handle: Handle }): void;
  toNodeHandler(service: {
    handle: Handle;
  }): (
    request: unknown,
    response: Response,
    parts?: { readonly expectsContinue?: boolean | undefined },
  ) => void;
}

const { checkOptions, members, name, whole } = checks;

const validWhere = members<Where>({ port: whole(0, 65_535), hostname: name });

/**
 * Opens a real port in front of a fake.
 * @throws TypeError for an invalid option, which it names; Error where there is no `node:http`, or if the port cannot be had
 */
export async function listen(handle: Handle, where: Where = {}): Promise<Listener> {
  checkOptions("fake.listen", where, validWhere);
  const { port = 0, hostname = "127.0.0.1" } = where;
  const { createServer } = await load<Http>("node:http");
  const { serveWebSockets, toNodeHandler } = await load<Adapter>("@diglot/adapter-node-http");
  const serve = (expectsContinue: boolean) => (request: unknown, response: Response) => {
    const answer = (exchange: Exchange) => handleOn(toConnection(response), handle, exchange);
    toNodeHandler({ handle: answer })(request, response, { expectsContinue });
  };
  const server = createServer(serve(false));
  const opened = new Set<Socket>();
  server.on("upgrade", (_request, socket) => opened.add(socket));
  server.on("checkContinue", serve(true));
  serveWebSockets(server, {
    handle: (exchange) => handleOn(toOpened(exchange), handle, exchange),
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, resolve);
  });
  const address = server.address();
  const used = typeof address === "object" && address ? address.port : port;
  return {
    port: used,
    url: `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${used}`,
    close: () => closeServer(server, opened),
  };
}

/** The connection that an answer goes out on. */
interface Connection {
  readonly socket: Socket | null;
  /** What happens before an answer fails whose head may have gone out. */
  beforeFailure(): Promise<void>;
}

/** Breaks the connection of an answer that stands for a lost one, and of one that fails where it fails. */
async function handleOn(
  connection: Connection,
  handle: Handle,
  exchange: Exchange,
): Promise<Answer> {
  const answer = await handle(exchange);
  if (isLost(answer)) reset(connection);
  return isSource(answer.body)
    ? { ...answer, body: watchFailure(answer.body, connection) }
    : answer;
}

function watchFailure(source: ByteSource, connection: Connection): ByteSource {
  return {
    cancel: (reason) => source.cancel(reason),
    async read() {
      try {
        return await source.read();
      } catch (error) {
        await connection.beforeFailure();
        throw error;
      }
    },
  };
}

function reset({ socket }: Connection): void {
  // Not every runtime that has sockets can reset them.
  if (socket?.resetAndDestroy) socket.resetAndDestroy();
  else socket?.destroy();
}

/** A connection that breaks takes with it what has not been sent, so what comes before is sent first. */
function toConnection(response: Response): Connection {
  return {
    socket: response.socket,
    beforeFailure() {
      response.flushHeaders();
      return new Promise((resolve) => {
        if (response.socket) response.socket.write("", () => resolve());
        else resolve();
      });
    },
  };
}

/** A WebSocket is broken here: its format would say in a message what has failed. */
function toOpened({ host = [] }: Exchange): Connection {
  const [request] = host as readonly { readonly socket: Socket }[];
  const socket = request?.socket ?? null;
  return { socket, beforeFailure: async () => socket?.destroy() };
}

/** A server that closes leaves connections open that it has handed over. */
function closeServer(server: Server, opened: Iterable<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
    for (const socket of opened) socket.destroy();
  });
}

/** The name is no literal, so that bundlers for browsers and Workers do not look for the module. */
async function load<T>(name: string): Promise<T> {
  try {
    return await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
  } catch (cause) {
    throw new Error(
      `listen() needs ${name}, which is not there. It works in Node, Bun and Deno; elsewhere pass \`fake.fetch\` to the client, which opens no port.`,
      { cause },
    );
  }
}
