import { type ByteSource, isPromise } from "@diglot/core";
import type { Connection } from "./connection.js";
import { destroyResponse } from "./destroy-response.js";
import { createDrainGate, type DrainGate } from "./drain-gate.js";
import { flushHead, writeBlock } from "./node-types.js";

/** The most bytes that are written at once; the progress of a slow reader shows between two writes. */
export const sliceSize = 32 * 1024;

/** Ends a source that nobody reads any more; its own failures no longer matter. */
export function cancelQuietly(source: ByteSource): void {
  // The call stands inside a promise so that even a synchronous throw ends here.
  Promise.resolve()
    .then(() => source.cancel())
    .catch(() => {});
}

/**
 * Writes a source to the response, slice by slice, and never asks for a block while the socket is
 * full. The head leaves with the first block, or at once if there is none yet. Resolves to
 * whether the source came to its end; `false` when the caller went away, and then the source is
 * cancelled whether it was being read or the socket was full.
 * Rejects when the source fails, and leaves the response to the caller of this function.
 */
export async function writeSource(source: ByteSource, connection: Connection): Promise<boolean> {
  const { signal } = connection;
  const gate = createDrainGate(connection);
  const leave = () => {
    cancelQuietly(source);
    gate.open();
  };
  let idle: NodeJS.Immediate | undefined = setImmediate(() => sendHead(connection));
  signal.addEventListener("abort", leave, { once: true });
  try {
    for (;;) {
      const next = source.read();
      const block = isPromise(next) ? await next : next;
      if (block === undefined) break;
      clearImmediate(idle);
      idle = undefined;
      if (!isWritable(connection)) break;
      const drained = writeBlocks(block, connection, gate);
      if (drained) await drained;
    }
    return isWritable(connection);
  } finally {
    clearImmediate(idle);
    signal.removeEventListener("abort", leave);
    gate.close();
  }
}

/** Writes one block, and gives a promise if the socket is full; an empty block sends the head. */
function writeBlocks(
  block: Uint8Array,
  connection: Connection,
  gate: DrainGate,
): Promise<void> | undefined {
  if (block.length > sliceSize) return writeSlices(block, connection, gate);
  const roomy = writeBlock(connection.response, block);
  flush(connection.response);
  return roomy ? undefined : gate.passable();
}

async function writeSlices(
  block: Uint8Array,
  connection: Connection,
  gate: DrainGate,
): Promise<void> {
  for (let from = 0; from < block.length && isWritable(connection); from += sliceSize) {
    const drained = writeBlocks(block.subarray(from, from + sliceSize), connection, gate);
    if (drained) await drained;
  }
}

function isWritable({ response, signal }: Connection): boolean {
  return !signal.aborted && !response.writableEnded;
}

/** Runs from a timer, where a throw of patched methods would end the process. */
function sendHead(connection: Connection): void {
  const { response, settings } = connection;
  try {
    if (isWritable(connection) && !response.headersSent) flushHead(response);
  } catch (error) {
    settings.report(error);
    destroyResponse(response);
  }
}

/** Compressing middleware adds `flush`; without it events stay in its buffer. */
function flush(response: object): void {
  if ("flush" in response && typeof response.flush === "function") response.flush();
}
