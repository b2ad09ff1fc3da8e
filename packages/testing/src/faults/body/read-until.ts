import type { PlaceFinder } from "../places/place-finder.js";
import { type ByteQueue, createByteQueue } from "./byte-queue.js";
import type { BodyInput } from "./transform-body.js";

/**
 * The bytes before a place, in the reads in which they come. Returns what was read beyond it; the
 * end of the body is the place if there is no earlier one.
 */
export async function* readUntil(
  { read }: BodyInput,
  finder: PlaceFinder,
): AsyncGenerator<Uint8Array, readonly Uint8Array[], undefined> {
  const queue: ByteQueue = createByteQueue();
  let sent = 0;
  for (;;) {
    const ready = finder.before - sent;
    sent = finder.before;
    yield* queue.take(ready);
    if (finder.found) return queue.take(queue.length);
    const block = await read();
    if (!block) break;
    queue.push(block);
    finder.push(block);
  }
  yield* queue.take(queue.length);
  return [];
}

/** What was read already, and all that comes after it. */
export async function* readOn(
  { read }: BodyInput,
  ahead: readonly Uint8Array[] = [],
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* ahead;
  for (let block = await read(); block; block = await read()) yield block;
}
