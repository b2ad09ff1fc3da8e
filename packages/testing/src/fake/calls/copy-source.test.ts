import { expect, it } from "vitest";
import { copySource } from "./copy-source.js";

it("a copy keeps what was read, also if the block is used again", async () => {
  const block = new Uint8Array([1, 2]);
  const copied: Uint8Array[] = [];
  const source = copySource({ read: async () => block, cancel: async () => undefined }, copied);
  expect(await source.read()).toBe(block);
  block.fill(9);
  await source.read();
  expect(copied).toEqual([new Uint8Array([1, 2]), new Uint8Array([9, 9])]);
});
