import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** What Node answers to bytes that it cannot read, by the code of the error; 400 to all others. */
const statuses: ReadonlyMap<string | undefined, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Payload Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
]);

/**
 * Lets an answer that is under way end before the connection is closed over the malformed bytes that
 * follow its request. Node itself would cut that answer.
 */
export function answerClientErrors(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  const remember = ({ socket }: IncomingMessage, response: ServerResponse) => {
    latest.set(socket, response);
  };
  server.on("request", remember).on("checkContinue", remember);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const response = latest.get(socket);
    if (response && isAnswering(response)) {
      response.once("close", () => refuse(socket, error));
    } else {
      refuse(socket, error);
    }
  });
}

/** Whether a request has come whole and its answer has not left; answers leave in order. */
function isAnswering(response: ServerResponse): boolean {
  return response.req.complete && !response.writableFinished && !response.destroyed;
}

function refuse(socket: Duplex, { code }: NodeJS.ErrnoException): void {
  if (socket.writable && code !== "ECONNRESET") {
    socket.write(
      `HTTP/1.1 ${statuses.get(code) ?? "400 Bad Request"}\r\nConnection: close\r\n\r\n`,
    );
  }
  socket.destroy();
}
