import { expect, it } from "vitest";
import { concatBytes, decodeBytes } from "./bytes.js";

const bytes = (...values: readonly number[]) => Uint8Array.of(...values);

it("blocks become one, in their order", () => {
  expect(concatBytes([bytes(1, 2), bytes(), bytes(3)])).toEqual(bytes(1, 2, 3));
  expect(concatBytes([])).toEqual(bytes());
  const only = bytes(1);
  expect(concatBytes([only])).toBe(only);
});

it("blocks are a text, also where they are cut inside a character, and what is none is replaced", () => {
  const [one, ...others] = new TextEncoder().encode("é!");
  expect(decodeBytes([bytes(one ?? 0), bytes(...others)])).toBe("é!");
  expect(decodeBytes([bytes(0xff, 0x41)])).toBe("\uFFFDA");
});
