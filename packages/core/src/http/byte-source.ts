import type { ByteSource } from "./exchange.js";

/** The blocks of an iterable as a source. Nothing is asked of the iterable before the first read. */
export function toByteSource(chunks: AsyncIterable<Uint8Array>): ByteSource {
  const blocks = chunks[Symbol.asyncIterator]();
  return {
    async read() {
      const { done, value } = await blocks.next();
      return done ? undefined : value;
    },
    async cancel() {
      await blocks.return?.();
    },
  };
}
