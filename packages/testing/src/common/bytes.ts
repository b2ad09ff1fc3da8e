/** The blocks as one; a single block is given as it is. */
export function concatBytes(blocks: readonly Uint8Array[]): Uint8Array {
  const [first] = blocks;
  if (first && blocks.length === 1) return first;
  const joined = new Uint8Array(blocks.reduce((length, block) => length + block.length, 0));
  let offset = 0;
  for (const block of blocks) {
    joined.set(block, offset);
    offset += block.length;
  }
  return joined;
}

/** The blocks as text; what is no UTF-8 is replaced. */
export function decodeBytes(blocks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(concatBytes(blocks));
}
