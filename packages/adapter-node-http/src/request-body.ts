import type { ByteSource } from "@diglot/core";
import type { NodeRequest } from "./node-types.js";

/** Whether a request announces a body at all; one of zero bytes counts as none. */
export function declaresBody(request: NodeRequest): boolean {
  if ("stream" in request) return !request.stream.endAfterHeaders;
  const { "transfer-encoding": coding, "content-length": length } = request.headers;
  return coding !== undefined || (length !== undefined && Number(length) !== 0);
}

/** Whether a request has a body of which nobody has read anything yet. */
export function hasUnreadBody(request: NodeRequest): boolean {
  const touched = request.readableDidRead || request.readableEnded || request.destroyed;
  return !touched && declaresBody(request);
}

/**
 * The bytes of a body, with the flow control of the stream beneath. `beforeRead` runs before each read.
 * A reader that leaves early leaves the request as it is, so that the rest of the body can be read off.
 * Reading fails when the client leaves before its body is complete.
 */
export function toBodySource(request: NodeRequest, beforeRead: () => void): ByteSource {
  let stopWaiting: (() => void) | undefined;
  return {
    read() {
      beforeRead();
      const next = readNext(request);
      if (next !== waiting) return next;
      return new Promise((resolve, reject) => {
        stopWaiting = waitForBlock(request, resolve, reject);
      });
    },
    async cancel() {
      stopWaiting?.();
      stopWaiting = undefined;
    },
  };
}

/** Stands for a block that has not come yet. */
const waiting = Symbol("waiting");

/** A body of which all has been read is complete before its stream reports the end. */
function readNext(request: NodeRequest): Uint8Array | undefined | typeof waiting {
  const block: unknown = request.read();
  if (block !== null) return toBytes(block, request.readableEncoding);
  if (isComplete(request)) return undefined;
  if (isCut(request)) throw request.errored ?? leftEarly();
  return waiting;
}

/** On HTTP/2, `complete` is true of a stream that was cut, too. */
function isComplete(request: NodeRequest): boolean {
  return request.readableEnded || (!("stream" in request) && request.complete);
}

/** The stream of an HTTP/2 request that is cut is not destroyed. */
function isCut(request: NodeRequest): boolean {
  return "stream" in request ? request.aborted : request.destroyed;
}

/** Calls back once with the next block; returns what stops the waiting. */
function waitForBlock(
  request: NodeRequest,
  resolve: (block: Uint8Array | undefined) => void,
  reject: (error: unknown) => void,
): () => void {
  const stop = () => {
    request.off("readable", look).off("end", look).off("close", look);
  };
  const look = () => {
    try {
      const next = readNext(request);
      if (next === waiting) return;
      stop();
      resolve(next);
    } catch (error) {
      stop();
      reject(error);
    }
  };
  request.on("readable", look).on("end", look).on("close", look);
  return stop;
}

function leftEarly(): Error {
  return Object.assign(new Error("The client left before its request was complete."), {
    code: "ECONNRESET",
  });
}

/** Middleware that called `setEncoding` turns blocks into strings. */
function toBytes(block: unknown, encoding: BufferEncoding | null): Uint8Array {
  if (block instanceof Uint8Array) return block;
  return Buffer.from(String(block), encoding ?? "utf8");
}
