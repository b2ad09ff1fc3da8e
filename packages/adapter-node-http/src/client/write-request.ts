import type { Socket } from "node:net";
import type { TransportRequest } from "@diglot/core";
import { validName, validValue } from "../grammar.js";
import type { Target } from "./target.js";

/** Bodies up to this size are copied behind their head and leave in one block. */
const copiedBytes = 16 * 1024;

/** Headers that belong to the connection and to the length of the body; they are written here only. */
const ownHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

/**
 * The head of a request.
 * @throws TypeError for a header that would not arrive as one
 */
export function toRequestHead(target: Target, { method, headers, body }: TransportRequest): string {
  let host = target.host;
  let lines = "";
  for (const [name, value] of headers) {
    if (!validName.test(name) || !validValue.test(value)) throw invalidHeader();
    if (name === "host") host = value;
    if (!ownHeaders.has(name)) lines += `${name}: ${value}\r\n`;
  }
  const length = body || method !== "GET" ? `content-length: ${body?.length ?? 0}\r\n` : "";
  return `${method} ${target.path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n${lines}${length}\r\n`;
}

/** Writes a request; a small one in one block. */
export function writeRequest(socket: Socket, head: string, body: Uint8Array | undefined): void {
  if (body === undefined || body.length > copiedBytes) {
    socket.cork();
    socket.write(head, "latin1");
    if (body) socket.write(body);
    socket.uncork();
    return;
  }
  const block = Buffer.allocUnsafe(head.length + body.length);
  block.write(head, "latin1");
  block.set(body, head.length);
  socket.write(block);
}

/** It does not show the value, which may be a credential. */
function invalidHeader(): TypeError {
  return Object.assign(new TypeError("A header of the request cannot be written."), {
    code: "ERR_INVALID_CHAR",
  });
}
