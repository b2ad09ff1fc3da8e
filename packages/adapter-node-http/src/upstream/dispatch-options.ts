import { Readable } from "node:stream";
import type { TransportRequest } from "@diglot/core";
import type { Dispatcher } from "undici";
import type { Target } from "./target.js";

/** Bytes of a body that are handed to a connection at once. */
const pieceSize = 64 * 1024;

/** Headers that belong to the connection and to the length of the body, which undici writes. */
const ownHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "transfer-encoding",
]);

/** A request as undici takes it. */
export function toDispatchOptions(
  { origin, path }: Target,
  { method, headers, body }: TransportRequest,
): Dispatcher.DispatchOptions {
  const list = toFlatList(headers);
  if (body === undefined || body.length <= pieceSize) {
    return { origin, path, method, headers: list, body: body ?? null };
  }
  list.push("content-length", String(body.length));
  return { origin, path, method, headers: list, body: toPieces(body) };
}

function toFlatList(headers: TransportRequest["headers"]): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) if (!ownHeaders.has(name)) list.push(name, value);
  return list;
}

/**
 * undici counts a body that is one block as sent when its connection has it in the buffer, and would
 * send the next request behind it.
 */
function toPieces(body: Uint8Array): Readable {
  return Readable.from(splitBody(body), { objectMode: false });
}

function* splitBody(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceSize) yield body.subarray(at, at + pieceSize);
}
