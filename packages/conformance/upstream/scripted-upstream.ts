import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Answer } from "./answer.js";
import type { Certificate } from "./certificate.js";
import { type Connection, machineClock, serveConnection, type WaitingClock } from "./connection.js";
import type { RecordedRequest } from "./recorded-request.js";

/** An answer, or what finds one for a request. */
export type Responder = Answer | ((request: RecordedRequest) => Answer | Promise<Answer>);

/** What is open at an upstream. */
export interface Census {
  /** Connections that are open, also those that only wait for a next request. */
  readonly sockets: number;
  /** Connections on which an answer is under way. */
  readonly answering: number;
}

/** A server that answers as the test says, byte for byte. */
export interface ScriptedUpstream {
  /** `http://127.0.0.1:port`, without a path; `https:` with a certificate. */
  readonly url: string;
  readonly port: number;
  /** Every whole request, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** How many connections were opened so far. */
  readonly connections: number;
  /** Queues answers: the first request gets the first, and the last one stays for all that follow. */
  reply(...answers: readonly Responder[]): void;
  census(): Census;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** Options of `createScriptedUpstream`. */
export interface ScriptedUpstreamOptions {
  /** Speaks TLS with this certificate. */
  readonly certificate?: Certificate | undefined;
  /** What waits in its answers are measured by. Default: the clock of the machine. */
  readonly clock?: WaitingClock | undefined;
}

/** Starts an upstream on a free port of 127.0.0.1. Without a queued answer, it resets the connection. */
export async function createScriptedUpstream(
  options: ScriptedUpstreamOptions = {},
): Promise<ScriptedUpstream> {
  const { certificate, clock = machineClock } = options;
  const queue: Responder[] = [];
  const requests: RecordedRequest[] = [];
  const open = new Map<Socket, Connection>();
  let connections = 0;

  const onConnection = (socket: Socket): void => {
    const connection = serveConnection(socket, {
      connection: connections,
      clock,
      record: (request) => requests.push(request),
      answer: (request) => answerOf(takeNext(queue), request),
    });
    connections += 1;
    open.set(socket, connection);
    socket.on("close", () => open.delete(socket));
  };
  const server = certificate
    ? createTlsServer({ ...certificate }, onConnection).on("tlsClientError", () => undefined)
    : createServer(onConnection);
  const port = await listen(server);

  return {
    url: `${certificate ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    reply: (...answers) => {
      queue.splice(0, queue.length, ...answers);
    },
    census: () => ({
      sockets: open.size,
      answering: [...open.values()].filter((connection) => connection.isAnswering()).length,
    }),
    async close() {
      for (const socket of open.keys()) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Listens on a free port of 127.0.0.1. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const nothingQueued: Answer = [{ do: "reset" }];

function takeNext(queue: Responder[]): Responder {
  const next = queue.length > 1 ? queue.shift() : queue[0];
  return next ?? nothingQueued;
}

function answerOf(responder: Responder, request: RecordedRequest): Answer | Promise<Answer> {
  return typeof responder === "function" ? responder(request) : responder;
}
