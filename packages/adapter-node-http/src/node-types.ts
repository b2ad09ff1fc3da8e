import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

/** A request of `node:http`, `node:https` or the compatibility layer of `node:http2`. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;

/** The response that belongs to a `NodeRequest`. */
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** Whether the connection of a response has gone, so that nothing can be written any more. */
export function isGone(response: NodeResponse): boolean {
  return "stream" in response ? response.stream.destroyed : response.destroyed;
}

/**
 * Whether every byte of a response has been handed to the operating system. A reset HTTP/2 stream
 * reports that its writing has finished, too; only `aborted` tells the difference.
 */
export function isFinished(response: NodeResponse): boolean {
  if (!("stream" in response)) return response.writableFinished;
  return response.stream.writableFinished && !response.stream.aborted;
}

/** Writes one block; `false` means that the caller should wait for `drain`. */
export function writeBlock(response: NodeResponse, block: Uint8Array): boolean {
  return "stream" in response ? response.write(block) : response.write(block);
}

/** Sends status and headers without waiting for a first block. */
export function flushHead(response: NodeResponse): void {
  if ("stream" in response) response.writeHead(response.statusCode);
  else response.flushHeaders();
}
