import type { ByteSource } from "../../http/exchange.js";
import { isPromise } from "../../runtime/maybe-promise.js";
import { nextTurn } from "../../runtime/turns.js";

/** Bytes of a stream that are worked on at once: some hundred events, if they are small. */
const sliceBytes = 32 * 1024;

/**
 * A stream in blocks of at most 32 KiB. The rest of a larger block waits for the next turn of the
 * event loop, so that no block keeps others waiting, however many events it holds.
 */
export function inSlices(body: ByteSource): ByteSource {
  let rest: Uint8Array | undefined;

  function cut(block: Uint8Array | undefined): Uint8Array | undefined {
    rest = undefined;
    if (!block || block.length <= sliceBytes) return block;
    rest = block.subarray(sliceBytes);
    return block.subarray(0, sliceBytes);
  }

  return {
    read() {
      if (rest) return nextTurn().then(() => cut(rest));
      const block = body.read();
      return isPromise(block) ? block.then(cut) : cut(block);
    },
    cancel: (reason) => body.cancel(reason),
  };
}
