import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

/** A request of `node:http`, `node:https` or the compatibility layer of `node:http2`. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;

/** The response that belongs to a `NodeRequest`. */
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** Whether the connection of a response has gone, so that nothing can be written any more. */
export function isGone(response: NodeResponse): boolean {
  if ("stream" in response) return response.stream.destroyed;
  return response.destroyed || response.socket?.destroyed === true;
}

/**
 * Whether a response that reports `finish` was cut all the same: that of an HTTP/2 stream reports it
 * in every case, and before Node 24 that of a destroyed socket does, too.
 */
export function isCut(response: NodeResponse): boolean {
  if (!("stream" in response)) return response.socket?.destroyed === true;
  return response.stream.aborted || !response.stream.writableFinished;
}

/** Writes one block; `false` means that the caller should wait for `drain`. */
export function writeBlock(response: NodeResponse, block: Uint8Array): boolean {
  return "stream" in response ? response.write(block) : response.write(block);
}

/**
 * Whether all of a response that has been ended is in the hands of the kernel. Where that is not known,
 * such as behind TLS or middleware that compresses, it has not left.
 */
export function hasLeft(response: NodeResponse): boolean {
  if ("stream" in response || !response.writableEnded) return false;
  return response.socket?.writableLength === 0;
}

/** Sends status and headers without waiting for a first block. */
export function flushHead(response: NodeResponse): void {
  if ("stream" in response) response.writeHead(response.statusCode);
  else response.flushHeaders();
}
