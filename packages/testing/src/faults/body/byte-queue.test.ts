import { expect, it } from "vitest";
import { createByteQueue } from "./byte-queue.js";

const bytes = (...values: readonly number[]) => Uint8Array.of(...values);

it("bytes are taken in the blocks in which they came, and no empty block is among them", () => {
  const queue = createByteQueue();
  for (const block of [bytes(1, 2), bytes(), bytes(3), bytes(4, 5, 6)]) queue.push(block);
  expect(queue.length).toBe(6);
  expect(queue.take(2)).toEqual([bytes(1, 2)]);
  expect(queue.take(2)).toEqual([bytes(3), bytes(4)]);
  expect(queue.take(0)).toEqual([]);
  expect(queue.length).toBe(2);
  expect(queue.take(3)).toEqual([bytes(5, 6)]);
  expect(queue.take(1)).toEqual([]);
  queue.push(bytes(7));
  expect([queue.length, queue.take(1)]).toEqual([1, [bytes(7)]]);
});
