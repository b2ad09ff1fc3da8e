import type { ByteSource } from "@diglot/core";
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
  const idle = setImmediate(() => sendHead(connection));
  signal.addEventListener("abort", leave, { once: true });
  try {
    for (let block = await source.read(); block !== undefined; block = await source.read()) {
      clearImmediate(idle);
      if (!isWritable(connection)) break;
      await writeSlices(block, connection, gate);
    }
    return isWritable(connection);
  } finally {
    clearImmediate(idle);
    signal.removeEventListener("abort", leave);
    gate.close();
  }
}

/** Writes one block; an empty one sends the head. */
async function writeSlices(
  block: Uint8Array,
  connection: Connection,
  gate: DrainGate,
): Promise<void> {
  const { response } = connection;
  let from = 0;
  do {
    const roomy = writeBlock(response, block.subarray(from, from + sliceSize));
    flush(response);
    if (!roomy) await gate.passable();
    from += sliceSize;
  } while (from < block.length && isWritable(connection));
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
