import { describe, expect, it, vi } from "vitest";
import type { ByteSource } from "../../http/exchange.js";
import { inSlices } from "./slices.js";

const kibibyte = 1024;

/** The lengths of the blocks that are read of a body of such blocks. */
async function lengthsOf(
  lengths: readonly number[],
  give = (block: Uint8Array | undefined) => block as never,
) {
  const blocks = lengths.map((length) => new Uint8Array(length));
  const source: ByteSource = { read: () => give(blocks.shift()), cancel: async () => undefined };
  const body = inSlices(source);
  const read: number[] = [];
  for (let block = await body.read(); block; block = await body.read()) read.push(block.length);
  return read;
}

describe("inSlices", () => {
  it("cuts blocks of more than 32 KiB, and leaves others as they are", async () => {
    const lengths = [1, 32 * kibibyte, 32 * kibibyte + 1, 96 * kibibyte, 5];
    const slices = [1, 32, 32, 32, 32, 32].map((size, index) =>
      index === 0 ? 1 : size * kibibyte,
    );
    const expected = [...slices.slice(0, 3), 1, ...slices.slice(3), 5];
    expect(await lengthsOf(lengths)).toEqual(expected);
    const later = (block: Uint8Array | undefined) => Promise.resolve(block) as never;
    expect(await lengthsOf(lengths, later)).toEqual(expected);
  });

  it("lets others have their turn before the rest of a large block", async () => {
    const blocks = [new Uint8Array(64 * kibibyte)];
    const body = inSlices({ read: () => blocks.shift(), cancel: async () => undefined });
    expect(body.read()).toBeInstanceOf(Uint8Array);
    const rest = body.read();
    expect(rest).toBeInstanceOf(Promise);
    expect((await rest)?.length).toBe(32 * kibibyte);
  });

  it("passes a cancellation on", async () => {
    const cancel = vi.fn(async () => undefined);
    await inSlices({ read: () => undefined, cancel }).cancel("gone");
    expect(cancel).toHaveBeenCalledExactlyOnceWith("gone");
  });
});
