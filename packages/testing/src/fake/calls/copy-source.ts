import type { Answer, ByteSource } from "@diglot/core";

/** Whether a body comes block by block. */
export function isSource(body: Answer["body"]): body is ByteSource {
  return body !== undefined && !(body instanceof Uint8Array);
}

/** The same source, whose blocks are copied as they are read; its end is reported to whoever asks. */
export function copySource(
  source: ByteSource,
  blocks: Uint8Array[],
  watch: { onEnd?(): void; onFailure?(): void; onCancel?(): void } = {},
): ByteSource {
  return {
    async read() {
      try {
        const block = await source.read();
        if (block) blocks.push(block.slice());
        else watch.onEnd?.();
        return block;
      } catch (error) {
        watch.onFailure?.();
        throw error;
      }
    },
    cancel(reason) {
      watch.onCancel?.();
      return source.cancel(reason);
    },
  };
}
