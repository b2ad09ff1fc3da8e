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

/** What is used of the adapter. */
interface Adapter {
  toNodeHandler(service: {
    handle: Fake["handle"];
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
export async function listen(handle: Fake["handle"], where: Where = {}): Promise<Listener> {
  checkOptions("fake.listen", where, validWhere);
  const { port = 0, hostname = "127.0.0.1" } = where;
  const { createServer } = await load<Http>("node:http");
  const { toNodeHandler } = await load<Adapter>("@diglot/adapter-node-http");
  const serve = (expectsContinue: boolean) => (request: unknown, response: Response) => {
    const answer = (exchange: Exchange) => handleOn(response, handle, exchange);
    toNodeHandler({ handle: answer })(request, response, { expectsContinue });
  };
  const server = createServer(serve(false));
  server.on("checkContinue", serve(true));

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, resolve);
  });
  const address = server.address();
  const opened = typeof address === "object" && address ? address.port : port;
  return {
    port: opened,
    url: `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${opened}`,
    close: () => closeServer(server),
  };
}

/** Breaks the connection of an answer that stands for a lost one, and of one that fails where it fails. */
async function handleOn(
  response: Response,
  handle: Fake["handle"],
  exchange: Exchange,
): Promise<Answer> {
  const answer = await handle(exchange);
  if (isLost(answer)) resetConnection(response);
  return isSource(answer.body) ? { ...answer, body: failAfterAll(answer.body, response) } : answer;
}

/** A connection that breaks takes with it what has not been sent, so what comes before is sent first. */
function failAfterAll(source: ByteSource, response: Response): ByteSource {
  return {
    cancel: (reason) => source.cancel(reason),
    async read() {
      try {
        return await source.read();
      } catch (error) {
        await sendAll(response);
        throw error;
      }
    },
  };
}

function sendAll(response: Response): Promise<void> {
  response.flushHeaders();
  return new Promise((resolve) => {
    if (response.socket) response.socket.write("", () => resolve());
    else resolve();
  });
}

function resetConnection({ socket }: Response): void {
  // Not every runtime that has sockets can reset them.
  if (socket?.resetAndDestroy) socket.resetAndDestroy();
  else socket?.destroy();
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
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
