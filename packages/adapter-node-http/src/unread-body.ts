import type { Http2ServerRequest, ServerHttp2Stream } from "node:http2";
import type { Connection } from "./connection.js";
import { declaresBody } from "./request-body.js";

/** Bytes of an unread request body that are read off to keep its connection. */
const smallBody = 64 * 1024;

/** Milliseconds that are spent on reading an unread request body off. */
const drainTime = 500;

/** Milliseconds between two looks at whether an answer has left that waits for its socket. */
const endInterval = 20;

/**
 * What is to be done with the rest of a request body once its answer stands: nothing, read it off
 * and keep the connection, or close the connection (`connection: close`) after a while in which
 * the client can read the answer.
 */
export type UnreadBody = "none" | "drain" | "close";

/** Judges the rest of a request body by its declared length; one without a length is too long. */
export function judgeUnreadBody({ request, awaitsContinue }: Connection): UnreadBody {
  if (request.complete || !declaresBody(request)) return "none";
  if ("stream" in request) return "drain";
  const length = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  return length <= smallBody && !awaitsContinue ? "drain" : "close";
}

/** Reads the rest of a small body off beside the answer; cuts the connection if it takes too long. */
export function drainBeside({ request }: Connection): void {
  if ("stream" in request) {
    refuseRest(request);
    return;
  }
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, drainTime);
  request.once("close", () => clearTimeout(timer));
  request.resume();
}

/**
 * Asks the client of HTTP/2 to stop sending once it has the whole answer, which costs the session
 * nothing: a reset without an error. Before the frame that ends the answer, clients would take it for
 * a cut. What has come already must be read off then, or Node keeps the stream open.
 */
function refuseRest(request: Http2ServerRequest): void {
  const { stream } = request;
  // Node resets a stream that nobody reads by itself, and does not wait for the frame.
  stream.pause();
  const reset = () => {
    stream.close();
    request.resume();
  };
  stream.once("finish", () => setImmediate(afterEnd, stream, reset));
}

/** Calls back when the last frame of a stream has left; Node has no event for that. */
function afterEnd(stream: ServerHttp2Stream, callback: () => void): void {
  if (stream.destroyed) return;
  if (stream.state.localClose === 1) callback();
  else setTimeout(afterEnd, endInterval, stream, callback).unref();
}

/**
 * Reads and drops what the client still sends, until it stops, leaves, or the time is over. Without
 * this the kernel answers the rest of the body with a reset that can overtake our answer.
 */
export function linger({ request }: Connection): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      request.off("end", stop).off("close", stop);
      resolve();
    };
    const timer = setTimeout(stop, drainTime);
    request.on("end", stop).on("close", stop);
    request.resume();
  });
}
