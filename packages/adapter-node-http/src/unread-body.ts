import type { Connection } from "./connection.js";
import { declaresBody } from "./request-body.js";

/** Bytes of an unread request body that are read off to keep its connection. */
const smallBody = 64 * 1024;

/** Milliseconds that are spent on reading an unread request body off. */
const drainTime = 500;

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
    // Ending the stream asks the client to stop sending and costs the session nothing. What has come
    // already must be read off, or Node keeps the stream open.
    const { stream } = request;
    stream.once("finish", () => {
      stream.close();
      request.resume();
    });
    return;
  }
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, drainTime);
  request.once("close", () => clearTimeout(timer));
  request.resume();
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
