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
  const blocks: Uint8Array[] = [];
  let waiting = 0;

  /** Takes at most so many bytes off the first block. */
  function takeFirst(most: number): Uint8Array {
    const first = blocks.shift() ?? new Uint8Array();
    if (first.length > most) blocks.unshift(first.subarray(most));
    const taken = first.subarray(0, most);
    waiting -= taken.length;
    return taken;
  }

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
      const taken: Uint8Array[] = [];
      for (let left = Math.min(length, waiting); left > 0; ) {
        const block = takeFirst(left);
        taken.push(block);
        left -= block.length;
      }
      return taken;
    },
  };
}

/** Blocks as one. */
export function joinBytes(blocks: readonly Uint8Array[]): Uint8Array {
  const [first] = blocks;
  if (first && blocks.length === 1) return first;
  const joined = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const block of blocks) {
    joined.set(block, offset);
    offset += block.length;
  }
  return joined;
}
