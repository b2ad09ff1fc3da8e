import type { ByteSource } from "./exchange.js";

/** The blocks of an iterable as a source. Nothing is asked of the iterable before the first read. */
export function toByteSource(chunks: AsyncIterable<Uint8Array>): ByteSource {
  const blocks = chunks[Symbol.asyncIterator]();
  return {
    read: () => blocks.next().then(toBlock),
    async cancel() {
      await blocks.return?.();
    },
  };
}

function toBlock({ done, value }: IteratorResult<Uint8Array, unknown>): Uint8Array | undefined {
  return done ? undefined : (value as Uint8Array);
}
