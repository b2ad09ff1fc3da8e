import { linear, ratioOf } from "@diglot/test-support/growth";
import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteCollector } from "./byte-collector.js";

function collect(chunks: Iterable<Uint8Array>): Uint8Array {
  const collector = new ByteCollector();
  for (const chunk of chunks) collector.add(chunk);
  return collector.join();
}

describe("a byte collector", () => {
  it("joins what it was given, however it is cut", () => {
    const size = fc.oneof(fc.nat(3), fc.nat(40_000), fc.constantFrom(16_383, 16_384, 65_536));
    fc.assert(
      fc.property(fc.array(size, { maxLength: 12 }), (sizes) => {
        const chunks = sizes.map((length, index) => new Uint8Array(length).fill(index + 1));
        expect(Buffer.from(collect(chunks)).equals(Buffer.concat(chunks))).toBe(true);
      }),
      { numRuns: repeats(100, 2_000) },
    );
  });

  it("returns a body of one chunk as it is", () => {
    const chunk = new Uint8Array(10);
    expect(collect([chunk])).toBe(chunk);
  });

  it("costs about as much for each byte whether there are few of them or many", async () => {
    const join = (count: number) => () => collect(Array.from({ length: count }, () => byte));
    const byte = new Uint8Array([1]);
    const fourParts = () => [1, 2, 3, 4].map(() => join(100_000)());
    expect(await ratioOf(join(400_000), fourParts)).toBeLessThan(linear);
  });
});
