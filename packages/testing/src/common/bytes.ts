/** The blocks as one. */
export function concatBytes(blocks: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(blocks.reduce((length, block) => length + block.length, 0));
  let offset = 0;
  for (const block of blocks) {
    joined.set(block, offset);
    offset += block.length;
  }
  return joined;
}

/** The blocks as text; what is no UTF-8 is replaced. */
export function toText(blocks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(concatBytes(blocks));
}

/** The value of a JSON text, or `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
