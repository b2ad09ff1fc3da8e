import { isFinished, isGone, type NodeRequest, type NodeResponse } from "./node-types.js";
import type { NodeHandlerSettings } from "./settings.js";

/** One request and its response while they are being served. */
export interface Connection {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
  readonly settings: NodeHandlerSettings;
  /** Aborts when the caller goes away before our whole answer has left. */
  readonly signal: AbortSignal;
  /** The client waits for `100 Continue` and has not been told. */
  awaitsContinue: boolean;
  /** We have ended the response; not someone else. */
  answered: boolean;
}

/** A failed HTTP/2 stream or a late write reports itself here; without a listener it is fatal. */
function ignoreError(): void {}

/**
 * Watches a request for its caller's departure. Only the response's `close` tells it: the
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
  response.once("close", () => {
    if (!connection.answered || !isFinished(response)) controller.abort();
  });
  if (isGone(response)) controller.abort();
  return connection;
}

/** Whether an answer may still begin: the caller is there and nobody else has answered. */
export function canAnswer({ response, signal }: Connection): boolean {
  return !signal.aborted && !response.headersSent && !response.writableEnded;
}
