import type { Socket } from "node:net";
import { isCut, isGone, type NodeRequest, type NodeResponse } from "./node-types.js";
import type { NodeHandlerSettings } from "./settings.js";
import { onSocketClose } from "./socket-close.js";

/** One request and its response while they are being served. */
export interface Connection {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  readonly settings: NodeHandlerSettings;
  /** Aborts when the caller goes away before our whole answer has left. */
  readonly signal: AbortSignal;
  /** The client waits for `100 Continue` and has not received it. */
  awaitsContinue: boolean;
  /** We have ended the response; not someone else. */
  answered: boolean;
}

/** A failed HTTP/2 stream or a late write reports itself here; without a listener it is fatal. */
function ignoreError(): void {}

/**
 * Watches a request for its caller's departure. Only the response's `close` shows it: the
 * request's `close` comes with the end of the body, or never if others have read it.
 */
export function openConnection(
  request: NodeRequest,
  response: NodeResponse,
  settings: NodeHandlerSettings,
): Connection {
  const controller = new AbortController();
  const connection: Connection = {
    request,
    response,
    settings,
    signal: controller.signal,
    awaitsContinue: false,
    answered: false,
  };
  request.on("error", ignoreError);
  response.on("error", ignoreError);
  let finished = false;
  // Node's own listener takes the socket off the response, so ours has to come first.
  response.prependOnceListener("finish", () => {
    finished = !isCut(response);
  });
  onResponseClose(request, response, () => {
    if (!connection.answered || !finished) controller.abort();
  });
  if (isGone(response)) controller.abort();
  return connection;
}

/**
 * A pipelined request waits for the answers before it and its response has no socket yet; before
 * Node 24 such a response never learns that the connection has closed.
 */
function onResponseClose(request: NodeRequest, response: NodeResponse, callback: () => void): void {
  if ("stream" in response || response.socket !== null) {
    response.once("close", callback);
    return;
  }
  const socket: Socket | null = request.socket;
  if (!socket || socket.destroyed) {
    callback();
    return;
  }
  const forget = onSocketClose(socket, callback);
  response.once("close", () => {
    forget();
    callback();
  });
}

/** Whether an answer may still begin: the caller is there and nobody else has answered. */
export function canAnswer({ response, signal }: Connection): boolean {
  return !signal.aborted && !isAnswered(response);
}

/** Whether a response has begun or ended, by us or by someone else. */
export function isAnswered(response: NodeResponse): boolean {
  return response.headersSent || response.writableEnded;
}
