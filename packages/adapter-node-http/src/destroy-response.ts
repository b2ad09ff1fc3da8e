import type { ServerResponse } from "node:http";
import type { NodeResponse } from "./node-types.js";

/** The error code INTERNAL_ERROR of HTTP/2; the constant itself would load the whole module. */
const http2InternalError = 2;

/**
 * Ends a response that has failed after its head, in a way that no client takes for a whole
 * answer. On HTTP/2 the other streams of the session go on.
 */
export function destroyResponse(response: NodeResponse): void {
  if ("stream" in response) {
    if (!response.stream.closed) response.stream.close(http2InternalError);
  } else if (response.chunkedEncoding || response.hasHeader("content-length")) {
    response.destroy();
  } else {
    resetConnection(response);
  }
}

/** A body that ends with its connection, as in HTTP/1.0, looks whole unless the end is a reset. */
function resetConnection(response: ServerResponse): void {
  try {
    response.socket?.resetAndDestroy();
  } catch {
    // TLS sockets and pipes cannot be reset.
  }
  response.destroy();
}
