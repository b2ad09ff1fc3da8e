import { createByteQueue } from "../body/byte-queue.js";
import { readOn } from "../body/read-until.js";
import type { BodyInput, BodyTransform } from "../body/transform-body.js";
import type { Place } from "../fault.js";
import type { FaultContext } from "../fault-context.js";
import { afterBytes, inStream, type PlaceFinder } from "./place-finder.js";

/** What happens to a body whose place a finder finds. */
export type PlacedTransform = (
  input: BodyInput,
  finder: PlaceFinder,
) => AsyncGenerator<Uint8Array, void, undefined>;

/**
 * A transform of a body at a place. A JSON body has bytes only: any other place is its half, for
 * which it is read as a whole.
 * @param whole whether a place inside an event of a stream is moved to the event's end
 */
export function atPlace(
  place: Place,
  { isStream, words }: FaultContext,
  transform: PlacedTransform,
  whole = false,
): BodyTransform {
  if (isStream) return (input) => transform(input, inStream(place, words, whole));
  if ("bytes" in place) return (input) => transform(input, afterBytes(place.bytes));
  return async function* (input) {
    const queue = createByteQueue();
    for await (const block of readOn(input)) queue.push(block);
    const half = Math.floor(queue.length / 2);
    const blocks = [...queue.take(queue.length)];
    yield* transform({ ...input, read: async () => blocks.shift() }, afterBytes(half));
  };
}

/** How many of a JSON body's bytes stand before a place. */
export function bytesBefore(place: Place, length: number): number {
  return "bytes" in place ? Math.min(place.bytes, length) : Math.floor(length / 2);
}
