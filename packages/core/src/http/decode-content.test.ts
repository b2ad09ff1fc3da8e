import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { toByteSource } from "./byte-source.js";
import { decodeContent } from "./decode-content.js";
import type { ByteSource } from "./exchange.js";

const text = JSON.stringify({ words: "word ".repeat(1_000) });
const limit = 10_000;

/** A body in blocks of seven bytes, and whether its reader has let go of it. */
function bodyOf(bytes: Uint8Array) {
  const state = { left: false };
  async function* read() {
    try {
      for (let at = 0; at < bytes.length; at += 7)
        yield Uint8Array.from(bytes.subarray(at, at + 7));
    } finally {
      state.left = true;
    }
  }
  return { source: toByteSource(read()), state };
}

async function* blocksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  try {
    for (let block = await source.read(); block; block = await source.read()) yield block;
  } finally {
    await source.cancel();
  }
}

async function decode(bytes: Uint8Array, encoding: string | null, most = limit): Promise<string> {
  const blocks: Uint8Array[] = [];
  const source = decodeContent(bodyOf(bytes).source, encoding, most);
  for await (const block of blocksOf(source)) blocks.push(block);
  return Buffer.concat(blocks).toString();
}

describe("a body with a content encoding", () => {
  it.each([
    ["gzip", gzipSync],
    ["X-GZIP", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("B10 is decoded: %s", async (encoding, compress) => {
    expect(await decode(compress(text), encoding)).toBe(text);
  });

  it.each([null, "", "identity", " Identity "])("is taken as it is for %j", async (encoding) => {
    expect(await decode(Buffer.from(text), encoding)).toBe(text);
  });

  it.each(["compress", "gzip, gzip", "x", "__proto__"])(
    "B10 is refused before a byte of it is read, for %j",
    (encoding) => {
      const { source } = bodyOf(gzipSync(text));
      expect(() => decodeContent(source, encoding, limit)).toThrow(
        expect.objectContaining({
          kind: "bad_request",
          details: { error_code: "request_body_encoding_unsupported" },
        }),
      );
    },
  );

  it("B10 is refused if it is encoded in another way, cut, or followed by more", async () => {
    const whole = gzipSync(text);
    const bodies = [
      Buffer.from(text),
      whole.subarray(0, -9),
      Buffer.concat([whole, whole.subarray(1)]),
    ];
    for (const body of bodies) {
      await expect(decode(body, "gzip")).rejects.toMatchObject({
        kind: "bad_request",
        details: { error_code: "request_body_encoding_invalid" },
      });
    }
  });

  it("B10 is refused as soon as it is too large when decoded, and then left", async () => {
    const { source, state } = bodyOf(gzipSync("x".repeat(10_000_000)));
    const read = async () => {
      let bytes = 0;
      for await (const block of blocksOf(decodeContent(source, "gzip", limit)))
        bytes += block.length;
      return bytes;
    };
    await expect(read()).rejects.toMatchObject({
      kind: "too_large",
      details: { error_code: "request_body_too_large_after_decoding" },
    });
    await expect.poll(() => state.left).toBe(true);
  });

  it("is refused if it is too large as it is sent, however little it says", async () => {
    // Empty blocks, which decode to nothing.
    const empty = Buffer.concat([gzipSync("").subarray(0, 10), Buffer.alloc(20_000)]);
    for (let at = 10; at + 5 <= empty.length; at += 5) empty.set([0, 0, 0, 0xff, 0xff], at);
    await expect(decode(empty, "gzip")).rejects.toMatchObject({ kind: "too_large" });
  });

  it("fails as its blocks fail", async () => {
    async function* fail() {
      yield Uint8Array.from(gzipSync(text).subarray(0, 20));
      throw new Error("gone");
    }
    const read = async () => {
      const source = decodeContent(toByteSource(fail()), "gzip", limit);
      for await (const block of blocksOf(source)) void block;
    };
    await expect(read()).rejects.toThrow("gone");
  });
});
