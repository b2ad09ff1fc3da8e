/** Bytes that wait, in the blocks in which they came. */
export interface ByteQueue {
  /** How many bytes wait. */
  readonly length: number;
  push(block: Uint8Array): void;
  /** Takes so many bytes as the blocks in which they came; fewer if there are no more. */
  take(length: number): readonly Uint8Array[];
}

/** An empty queue. */
export function createByteQueue(): ByteQueue {
  let blocks: Uint8Array[] = [];
  let waiting = 0;

  return {
    get length() {
      return waiting;
    },
    push(block) {
      if (block.length === 0) return;
      blocks.push(block);
      waiting += block.length;
    },
    take(length) {
      if (length >= waiting) {
        const all = blocks;
        blocks = [];
        waiting = 0;
        return all;
      }
      const taken: Uint8Array[] = [];
      let left = length;
      for (const block of blocks) {
        if (left < block.length) break;
        taken.push(block);
        left -= block.length;
      }
      blocks.splice(0, taken.length);
      const [first] = blocks;
      if (first && left > 0) {
        taken.push(first.subarray(0, left));
        blocks[0] = first.subarray(left);
      }
      waiting -= length;
      return taken;
    },
  };
}
