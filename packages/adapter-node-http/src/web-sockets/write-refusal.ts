import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Answer } from "@diglot/core";

/** Writes an answer to a request for another protocol, for which Node has no response, and ends the connection. */
export function writeRefusal(socket: Duplex, { status, headers, body }: Answer): void {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Unknown"}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(headers.some(([name]) => name === "content-length")
      ? []
      : [`content-length: ${bytes.length}`]),
    "connection: close",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.end(bytes);
}
