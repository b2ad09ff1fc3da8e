import { joinBytes } from "../json/spans.js";

/** Collects the chunks of a body. However small they are, only a few arrays are kept. */
export interface ByteCollector {
  add(chunk: Uint8Array): void;
  /** The bytes so far. */
  length(): number;
  /** All bytes in one array; a body of one chunk is that chunk. */
  join(): Uint8Array;
}

/** Chunks of at least this size are kept as they are; smaller ones are copied into blocks. */
const largeChunk = 16 * 1024;
const blockBytes = 64 * 1024;

interface Collected {
  readonly blocks: Uint8Array[];
  /** The block of small chunks, and how many of its bytes are used. */
  block: Uint8Array;
  used: number;
  length: number;
}

/** A collector without bytes. */
export function createByteCollector(): ByteCollector {
  const collected: Collected = { blocks: [], block: nothing, used: 0, length: 0 };
  return {
    add: (chunk) => add(collected, chunk),
    length: () => collected.length,
    join: () => join(collected),
  };
}

const nothing = new Uint8Array(0);

function add(collected: Collected, chunk: Uint8Array): void {
  const isFirst = collected.length === 0;
  collected.length += chunk.length;
  if (isFirst || chunk.length >= largeChunk) {
    closeBlock(collected);
    collected.blocks.push(chunk);
    return;
  }
  if (collected.used + chunk.length > collected.block.length) {
    closeBlock(collected);
    collected.block = new Uint8Array(blockBytes);
  }
  collected.block.set(chunk, collected.used);
  collected.used += chunk.length;
}

function closeBlock(collected: Collected): void {
  if (collected.used > 0) collected.blocks.push(collected.block.subarray(0, collected.used));
  collected.block = nothing;
  collected.used = 0;
}

function join(collected: Collected): Uint8Array {
  closeBlock(collected);
  const { blocks } = collected;
  return blocks.length === 1 && blocks[0] ? blocks[0] : joinBytes(blocks);
}
