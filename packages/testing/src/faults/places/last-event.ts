import { concatBytes } from "../../common/bytes.js";
import { createFrameScanner } from "../../common/frames.js";
import { createByteQueue } from "../body/byte-queue.js";
import type { WireWords } from "./wire-words.js";

/** Keeps the last event of a stream. */
export interface LastEvent {
  push(block: Uint8Array): void;
  /** Its bytes; none if there was no event yet. */
  bytes(): Uint8Array;
}

/** Keeps nothing but the last event and what has come of the next frame. */
export function createLastEvent(words: WireWords): LastEvent {
  const scanner = createFrameScanner();
  const queue = createByteQueue();
  let last = new Uint8Array();
  return {
    push(block) {
      queue.push(block);
      for (const frame of scanner.push(block)) {
        const bytes = concatBytes(queue.take(frame.end - frame.start));
        if (words.isEvent(frame)) last = bytes.slice();
      }
    },
    bytes: () => last,
  };
}
